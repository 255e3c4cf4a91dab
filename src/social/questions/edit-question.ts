import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { editPost } from '../posts/editing.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { checkQuestion, type NewQuestion } from './ask-question.ts';
import { saveTags } from './save-tags.ts';

/** Edits the asker's own question and stores the former text as a revision. */
export async function editQuestion(app: App, asker: Viewer, id: string, given: NewQuestion): Promise<void> {
  const { kind } = await getPostHeader(app, asker, id);
  if (kind !== 'question') throw missing(t('Question'));
  const { title, text, tags, categoryId } = await checkQuestion(app, given);
  await editPost(app, asker, id, { title, text, alts: new Map() }, async (app) => {
    await app.db
      .updateTable('social.question')
      .set({ category_id: categoryId, active_at: app.clock.now() })
      .where('post_id', '=', id)
      .execute();
    await saveTags(app, id, tags);
  });
}
