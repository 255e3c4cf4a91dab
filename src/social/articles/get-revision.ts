import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** Returns a former version of a post. The caller must check that the post is visible to the viewer. */
export async function getRevision(
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
