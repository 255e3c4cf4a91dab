import { addAuditEntry } from '../../../identity/operators/audit.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { asModerator } from './as-moderator.ts';
import { notifyInThread } from './notify-in-thread.ts';

/** Closes a thread for new posts, or reopens it. No-op if it is in that state already. */
export async function closeThread(app: App, viewer: Viewer, id: string, isClosed: boolean): Promise<void> {
  await asModerator(app, viewer, id, async (app, { post }) => {
    if ((post.lockedAt !== null) === isClosed) return;
    await app.db
      .updateTable('social.post')
      .set({ locked_at: isClosed ? app.clock.now() : null })
      .where('id', '=', id)
      .execute();
    await notifyInThread(app, viewer, id, { kind: isClosed ? 'locked' : 'unlocked' });
    await addAuditEntry(app, viewer.id, isClosed ? 'thread.close' : 'thread.reopen', `post ${id}`);
  });
}
