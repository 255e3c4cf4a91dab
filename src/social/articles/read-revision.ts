import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** How a post read before a change of it. Whoever asks may see the post: that is for the caller to know. */
export async function readRevision(
  { db }: App,
  post: { id: string },
  id: string,
): Promise<{ title: string; text: string }> {
  const found = await db
    .selectFrom('social.post_revision')
    .where('id', '=', id)
    .where('post_id', '=', post.id)
    .select(['title', 'text'])
    .executeTakeFirst();
  if (!found) throw missing(t('Version'));
  return found;
}
