import type { App } from '../../platform/app.ts';
import { learn, unlearn } from '../moderation/spam/learn.ts';
import { getScore } from '../moderation/spam/get-score.ts';
import { getSubjectText } from '../moderation/spam/get-text.ts';
import { spamTokens } from '../moderation/spam/tokens.ts';
import { getModerationSettings } from '../moderation/settings.ts';
import type { Decision } from '../moderation/case.ts';
import type { SettledCase } from './settle-case.ts';

/**
 * Trains the spam model: approved content is ham, and content removed as spam is spam. Other decisions are
 * ignored.
 */
export async function learnFrom(
  app: App,
  { id, subject, subject_id, score }: SettledCase,
  decision: Decision,
  categoryId: string | null,
): Promise<void> {
  if (decision !== 'approve' && !(await isSpamCategory(app, categoryId))) return;
  const said = await getSubjectText(app, subject, subject_id);
  if (!said) return;
  const tokens = spamTokens(said);
  const { spamAfter } = await getModerationSettings(app);
  const before = score ?? (await getScore(app, tokens, spamAfter));
  await learn(app, { caseId: id, isSpam: decision !== 'approve', tokens, score: before });
}

/** Trains the spam model with the opposite of a reversed decision. */
export async function learnReversal(app: App, caseId: string): Promise<void> {
  const before = await unlearn(app, caseId);
  if (before) await learn(app, { ...before, isSpam: !before.isSpam });
}

async function isSpamCategory({ db }: App, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const found = await db
    .selectFrom('social.report_category')
    .where('id', '=', id)
    .where('name', '=', 'spam')
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
