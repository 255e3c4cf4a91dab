import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { checkPost } from '../../posts/new-post.ts';
import { asModerator } from './as-moderator.ts';

/** Renames a thread and stores the former title as a revision. */
export async function renameThread(app: App, viewer: Viewer, id: string, typed: string): Promise<void> {
  const title = checkThreadTitle(typed);
  await asModerator(app, viewer, id, async (app, { post }) => {
    if (title === post.title) return;
    const at = app.clock.now();
    // Held versions were never public, and the edit history must not expose paid versions.
    if (!post.heldAt && !post.paywall)
      await app.db
        .insertInto('social.post_revision')
        .values({ post_id: id, title: post.title, text: post.text, editor_id: viewer.id, at })
        .execute();
    await app.db.updateTable('social.post').set({ title, edited_at: at }).where('id', '=', id).execute();
    await addAuditEntry(app, viewer.id, 'thread.rename', `post ${id}`);
  });
}

export const checkThreadTitle = (title: string): string =>
  checkPost({ kind: 'thread', title, text: t('Title only'), privacy: 'public', photos: [] }).title;
