import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getPostHeader } from '../reading/get-post-header.ts';

/** Removes the link preview of the author's post. The link stays. */
export async function removePreview(app: App, author: Viewer, id: string): Promise<void> {
  const post = await getPostHeader(app, author, id);
  if (post.author.id !== author.id)
    throw new Problem('forbidden', t('Only the author can remove the preview'));
  await app.db
    .updateTable('social.post')
    .set({ preview_off_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
}
