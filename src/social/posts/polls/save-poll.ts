import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { NewPoll } from './poll.ts';

/** Stores a validated poll with its post. */
export async function savePoll({ db, clock }: App, postId: string, poll: NewPoll): Promise<void> {
  await db
    .insertInto('social.poll')
    .values({
      post_id: postId,
      is_multiple: poll.isMultiple,
      is_changeable: poll.isChangeable,
      ends_at: new Date(clock.now().getTime() + minutes(poll.minutes)),
    })
    .execute();
  await db
    .insertInto('social.poll_option')
    .values(poll.options.map((text, index) => ({ post_id: postId, position: index + 1, text })))
    .execute();
}
