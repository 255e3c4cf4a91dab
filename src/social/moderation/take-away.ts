import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { countComment } from '../comments/count-comment.ts';
import { countPost } from '../posts/count-post.ts';

type Subject = 'post' | 'comment';

/** Takes something away for a moderator, who need not be among those it is for. Quiet when it is gone. */
export async function takeAway(app: App, moderator: Viewer, subject: Subject, id: string): Promise<void> {
  const taken = await app.db
    .updateTable(`social.${subject}`)
    .set({ deleted_at: app.clock.now(), deleted_by: moderator.id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('held_at')
    .executeTakeFirst();
  if (!taken || taken.held_at) return;
  await count(subject)(app, id, -1);
}

/** Keeps something back until a moderator has looked again. Quiet when it is held already, or gone. */
export async function hide(app: App, subject: Subject, id: string): Promise<void> {
  const hidden = await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (hidden) await count(subject)(app, id, -1);
}

const count = (subject: Subject) => (subject === 'post' ? countPost : countComment);
