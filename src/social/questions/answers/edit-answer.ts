import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { editPost } from '../../posts/editing.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';

/** Edits the author's own answer and stores the former text as a revision. */
export async function editAnswer(app: App, author: Viewer, id: string, text: string): Promise<void> {
  const { kind, parentId } = await getPostHeader(app, author, id);
  if (kind !== 'answer' || parentId === null) throw missing(t('Answer'));
  await editPost(app, author, id, { text, alts: new Map() }, async (app, heldAt) => {
    if (heldAt) return;
    await app.db
      .updateTable('social.question')
      .set({ active_at: app.clock.now() })
      .where('post_id', '=', parentId)
      .execute();
  });
}
