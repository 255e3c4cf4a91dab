import { t } from '../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { getQuestion } from './get-questions.ts';

export const longestReason = 200;

interface AccountDeletion {
  /** The public reason. May be empty for a duplicate. */
  because: string;
  /** The original question. Empty if it is no duplicate. */
  duplicateOf?: string | undefined;
}

/** Closes a question to answers with a reason. Closing it again updates the reason. For moderators. */
export async function closeQuestion(
  app: App,
  moderator: Viewer,
  id: string,
  { because, duplicateOf = '' }: AccountDeletion,
): Promise<void> {
  await refuse(app, moderator, id);
  const reason = cleanText(because, 'because', longestReason).replaceAll('\n', ' ').trim();
  const original = duplicateOf === '' ? null : await getOriginal(app, moderator, id, duplicateOf);
  if (isBlank(reason) && original === null)
    throw invalid('because', t('Enter a reason or the original question'));
  await inTransaction(app, async (app) => {
    const locked_at = app.clock.now();
    await app.db.updateTable('social.post').set({ locked_at }).where('id', '=', id).execute();
    await app.db
      .updateTable('social.question')
      .set({ closed_reason: reason, closed_by: moderator.id, duplicate_of: original })
      .where('post_id', '=', id)
      .execute();
    await addAuditEntry(app, moderator.id, 'question.close', `post ${id}`, reason || `→ post ${original}`);
  });
}

/** Reopens a question. No-op if it is open. */
export async function reopenQuestion(app: App, moderator: Viewer, id: string): Promise<void> {
  await refuse(app, moderator, id);
  await inTransaction(app, async (app) => {
    const opened = await app.db
      .updateTable('social.post')
      .set({ locked_at: null })
      .where('id', '=', id)
      .where('locked_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!opened) return;
    await app.db
      .updateTable('social.question')
      .set({ closed_reason: '', closed_by: null, duplicate_of: null })
      .where('post_id', '=', id)
      .execute();
    await addAuditEntry(app, moderator.id, 'question.reopen', `post ${id}`);
  });
}

async function refuse(app: App, moderator: Viewer, id: string): Promise<void> {
  const { kind } = await getPostHeader(app, moderator, id);
  if (kind !== 'question') throw missing(t('Question'));
  if (!may(moderator, 'moderate')) throw new Problem('forbidden', t('Only moderators can close questions'));
}

/** Resolves a duplicate to its original, so that readers are redirected only once. */
async function getOriginal(app: App, moderator: Viewer, id: string, named: string): Promise<string> {
  const first = await getQuestion(app, moderator, named).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'missing')
      throw invalid('duplicate_of', t('Question not found'));
    throw error;
  });
  const original = first.duplicateOf ?? first.post.id;
  if (original === id) throw invalid('duplicate_of', t('A question cannot be a duplicate of itself'));
  return original;
}
