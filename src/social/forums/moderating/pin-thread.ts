import { addAuditEntry } from '../../../identity/operators/audit.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { asModerator } from './as-moderator.ts';

/** Pins a thread to the top of its forum, or unpins it. */
export async function pinThread(app: App, viewer: Viewer, id: string, isPinned: boolean): Promise<void> {
  await asModerator(app, viewer, id, async (app) => {
    await app.db
      .updateTable('social.thread')
      .set({ pinned_at: isPinned ? app.clock.now() : null })
      .where('post_id', '=', id)
      .execute();
    await addAuditEntry(app, viewer.id, isPinned ? 'thread.pin' : 'thread.unpin', `post ${id}`);
  });
}
