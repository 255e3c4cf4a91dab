import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getPostHeader, type PostHeader } from '../reading/get-post-header.ts';

/**
 * Posts that an author can pin to their profile. Threads are pinned in their forum, and posts of a page on
 * the page.
 */
export const isPinnable = ({ kind, page }: Pick<PostHeader, 'kind' | 'page'>): boolean =>
  page === null && (kind === 'post' || kind === 'article' || kind === 'question');

/** Pins a post to the author's profile, replacing the pinned one, or unpins it. */
export async function pinPost(app: App, author: Viewer, id: string, isPinned: boolean): Promise<void> {
  const post = await getPostHeader(app, author, id);
  if (post.author.id !== author.id || !isPinnable(post))
    throw new Problem('forbidden', t('Only your own posts can be pinned to your profile'));
  await inTransaction(app, async ({ db, clock }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`pin ${author.id}`}, 0))`.execute(db);
    await db
      .updateTable('social.post')
      .set({ pinned_at: null })
      .where('author_id', '=', author.id)
      .where('pinned_at', 'is not', null)
      .where('page_id', 'is', null)
      .where('kind', 'in', ['post', 'article', 'question'])
      .$if(!isPinned, (query) => query.where('id', '=', id))
      .execute();
    if (isPinned)
      await db.updateTable('social.post').set({ pinned_at: clock.now() }).where('id', '=', id).execute();
  });
}
