import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { refuseWriting } from '../access/page.ts';
import { getPage } from './get-page.ts';

/** Pins a post to the top of its page, replacing the pinned one, or unpins it. */
export async function pinOnPage(
  app: App,
  viewer: Viewer,
  { pageId, postId, isPinned }: { pageId: string; postId: string; isPinned: boolean },
): Promise<void> {
  refuseWriting(await getPage(app, viewer, { id: pageId }));
  const post = await getPostHeader(app, viewer, postId);
  if (post.page?.id !== pageId || post.parentId !== null) throw missing(t('Post'));
  await inTransaction(app, async ({ db, clock }) => {
    // Serializes concurrent pins, so that the second replaces the first.
    await db.selectFrom('social.page').where('id', '=', pageId).select('id').forNoKeyUpdate().execute();
    await db
      .updateTable('social.post')
      .set({ pinned_at: null })
      .where('page_id', '=', pageId)
      .where('pinned_at', 'is not', null)
      .$if(!isPinned, (query) => query.where('id', '=', postId))
      .execute();
    if (isPinned)
      await db.updateTable('social.post').set({ pinned_at: clock.now() }).where('id', '=', postId).execute();
  });
}
