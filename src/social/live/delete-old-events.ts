import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { placeEvents } from './read-events.ts';

/** For how long a page that was cut off can go on from where it was. */
const window = minutes(15);

/** Deletes what no page needs to catch up on any more, and notes up to where. */
export async function deleteOldEvents(app: App): Promise<void> {
  await placeEvents(app);
  await sql`
    with deleted as (
      delete from social.live_event
      where position is not null and created_at < ${new Date(app.clock.now().getTime() - window)}
      returning position
    )
    update social.live_window
    set deleted_to = greatest(deleted_to, (select coalesce(max(position), 0) from deleted))`.execute(app.db);
}
