import { sql } from 'kysely';
import { mailAccount } from '../../identity/account/email.ts';
import { sameSecret, signature } from '../../kernel/secrets.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { removeMessage, restoreMessage } from '../chat/messages/moderation.ts';
import { countComment } from '../comments/comments.ts';
import { incompleteLink } from '../mail-links.ts';
import { type CaseSubject, type CaseDecision, getSubjectText } from '../moderation/case.ts';
import { getModerationSettings } from '../moderation/facts.ts';
import { getScore, learn, unlearn } from '../moderation/spam.ts';
import { spamTokens } from '../moderation/text-marks.ts';
import { notifyAnswer, notifyReply } from '../notifications/thread-subscriptions.ts';
import { notifyComment, notifyMentioned } from '../notify/comments-and-mentions.ts';
import type { CaseOutcome } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import { countPost } from '../posts/publishing.ts';
import { notifyShare, withdrawShare } from '../posts/sharing.ts';
import { deleteContinuations, restoreContinuations } from '../posts/threads.ts';
import type { SettledCase } from './settle-case.ts';

/** Subjects that can be hidden and restored. */
export type Subject = 'post' | 'comment' | 'page' | 'message';
type Shown = Exclude<Subject, 'message'>;

/**
 * Publishes content that was held, or removed by a moderator. Updates counters, and sends notifications if it
 * was never visible before. Content deleted by its author stays deleted. No-op if the content is visible.
 * Counters and notifications of other kinds of content belong here.
 */
export async function approveContent(app: App, subject: Subject, id: string): Promise<void> {
  if (subject === 'message') return restoreMessage(app, id);
  const before = await lock(app, subject, id);
  if (!before || !(before.held_at || before.removed_at)) return;
  const isRestored = isDeletedByRemoval(before);
  if (isRestored && subject === 'post') await restoreContinuations(app, id);
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: null, removed_at: null, ...(isRestored && { deleted_at: null, deleted_by: null }) })
    .where('id', '=', id)
    .execute();
  if (before.deleted_at && !isRestored) return;
  await count(app, subject, id, 1);
  if (before.held_at) await sendNotice(app, subject, id, before.author_id);
  else if (subject === 'post') await notifyShare(app, id);
  if (subject === 'post' && before.held_at) await approveContinuations(app, id);
}

/** A thread of posts was held as one. */
async function approveContinuations(app: App, id: string): Promise<void> {
  const held = await app.db
    .selectFrom('social.post')
    .where('parent_id', '=', id)
    .where('kind', '=', 'post')
    .where('held_at', 'is not', null)
    .orderBy('id')
    .select('id')
    .execute();
  for (const post of held) await approveContent(app, 'post', post.id);
}

/**
 * Removes content on behalf of a moderator, who may be outside its audience. Content that its author deleted
 * before is marked removed as well, so the author cannot restore it. No-op if it is already removed.
 */
export async function removeContent(
  app: App,
  moderator: { id: string },
  subject: Subject,
  id: string,
): Promise<void> {
  if (subject === 'message') return removeMessage(app, id);
  const before = await lock(app, subject, id);
  if (!before || before.removed_at) return;
  const now = app.clock.now();
  const deleted = { deleted_at: now, deleted_by: moderator.id };
  await app.db
    .updateTable(`social.${subject}`)
    .set({ removed_at: now, ...(!before.deleted_at && deleted) })
    .where('id', '=', id)
    .execute();
  if (!before.deleted_at && subject === 'post') await deleteContinuations(app, id, deleted);
  if (!before.deleted_at && !before.held_at) await decrementCountsOf(app, subject, id);
}

/** Hides content, even if its author restores it later. No-op if it is already held. */
export async function hide(app: App, subject: Shown, id: string): Promise<void> {
  const before = await lock(app, subject, id);
  if (!before || before.held_at) return;
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
  if (!before.deleted_at) await decrementCountsOf(app, subject, id);
}

/** Turns removed content back into held content. No-op if it is already held. */
export async function revertToHeld(app: App, subject: Subject, id: string): Promise<void> {
  if (subject === 'message') return restoreMessage(app, id);
  const before = await lock(app, subject, id);
  if (before?.removed_at) {
    const isRestored = isDeletedByRemoval(before);
    if (isRestored && subject === 'post') await restoreContinuations(app, id);
    await app.db
      .updateTable(`social.${subject}`)
      .set({ removed_at: null, ...(isRestored && { deleted_at: null, deleted_by: null }) })
      .where('id', '=', id)
      .execute();
    if (isRestored && !before.held_at) await count(app, subject, id, 1);
  }
  await hide(app, subject, id);
}

const lock = (app: App, subject: Shown, id: string) =>
  app.db
    .selectFrom(`social.${subject}`)
    .where('id', '=', id)
    .select([
      sql<string>`${authorOf(subject)}`.as('author_id'),
      'held_at',
      'deleted_at',
      'deleted_by',
      'removed_at',
    ])
    .forUpdate()
    .executeTakeFirst();

/** Whether the removal by a moderator deleted the content, and not an earlier deletion by its author. */
const isDeletedByRemoval = (thing: NonNullable<Awaited<ReturnType<typeof lock>>>) =>
  thing.removed_at !== null &&
  thing.deleted_at?.getTime() === thing.removed_at.getTime() &&
  thing.deleted_by !== thing.author_id;

const authorOf = (subject: Shown) => sql.ref(subject === 'page' ? 'owner_id' : 'author_id');

/** Subtracts hidden content from counters and withdraws share notifications. */
async function decrementCountsOf(app: App, subject: Shown, id: string): Promise<void> {
  await count(app, subject, id, -1);
  if (subject === 'post') await withdrawShare(app, id);
}

/** Updates counters. Held and removed content is not counted. */
async function count(app: App, subject: Shown, id: string, n: 1 | -1): Promise<void> {
  if (subject === 'post') await countPost(app, id, n);
  if (subject === 'comment') await countComment(app, id, n);
}

/** Notifies the people concerned: mentioned people and the authors of parent content. */
async function sendNotice(app: App, subject: Shown, id: string, authorId: string): Promise<void> {
  if (subject === 'post') await notifyMentioned(app, authorId, { postId: id });
  if (subject === 'post') await notifyShare(app, id);
  if (subject === 'post') await notifyAnswer(app, id);
  if (subject === 'post') await notifyReply(app, id);
  if (subject === 'comment') await notifyComment(app, id);
}

/**
 * Notification outcomes by decision. Other decisions send no notification, except the approval of held
 * content.
 */
const outcomes: Partial<Record<CaseDecision, CaseOutcome>> = {
  hide: 'hidden',
  remove: 'removed',
  warn: 'warned',
};

export async function notifyAuthor(
  app: App,
  { subject, subject_id, author_id, held_at }: SettledCase,
  decision: CaseDecision,
): Promise<void> {
  const outcome = decision === 'approve' && held_at ? 'released' : outcomes[decision];
  if (!outcome) return;
  const place = await subjectReference(app, subject, subject_id);
  await notify(app, { to: author_id, kind: 'decision', outcome, ...place });
}

/** Settles the reports about a subject and notifies the reporters. */
export async function notifyReporters(
  app: App,
  moderator: { id: string },
  { subject, subject_id }: SettledCase,
  decision: CaseDecision,
): Promise<void> {
  const settled = await app.db
    .updateTable('social.report')
    .set({ settled_at: app.clock.now(), settled_by: moderator.id, decision })
    .where('subject', '=', subject)
    .where('subject_id', '=', subject_id)
    .where('settled_at', 'is', null)
    .returning('reporter_id')
    .execute();
  const outcome = decision === 'approve' ? 'kept' : 'acted';
  for (const { reporter_id } of settled) await notify(app, { to: reporter_id, kind: 'report', outcome });
}

/** Returns the reference to a subject that notifications use. */
export async function subjectReference(
  { db }: App,
  subject: CaseSubject,
  id: string,
): Promise<{ postId?: string; commentId?: string; pageId?: string; messageId?: string }> {
  if (subject === 'post') return { postId: id };
  if (subject === 'page') return { pageId: id };
  if (subject === 'message') return { messageId: id };
  if (subject !== 'comment') return {};
  const found = await db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select('post_id')
    .executeTakeFirstOrThrow();
  return { postId: found.post_id, commentId: id };
}

interface Suspension {
  caseId: string;
  accountId: string;
  message: string;
  /** Null for an indefinite suspension. */
  until: Date | null;
}

/** Emails a suspended person, who cannot sign in, the reason and the link to appeal. */
export async function mailSuspension(
  app: App,
  { caseId, accountId, message, until }: Suspension,
): Promise<void> {
  const base = app.config.plazaUrl;
  await mailAccount(app, accountId, () => ({
    subject: t('Your account is suspended'),
    text: t(
      'A moderator has suspended your account at {base}{until, select, never {} other { until {until}}}:\n\n  {message}\n\nIf you think this is a mistake, you can appeal once, and a different moderator will review it:\n{address}',
      {
        base,
        until: until?.toISOString().slice(0, 10) ?? 'never',
        message: message.replaceAll('\n', '\n  '),
        address: `${base}/appeals/${caseId}?token=${appealToken(app, caseId)}`,
      },
    ),
  }));
}

/** The token of a suspension email. It authorizes one appeal. */
export const appealToken = ({ config }: Pick<App, 'config'>, caseId: string): string =>
  signature(config.secretKey.toString('hex'), `appeal ${caseId}`);

export function checkAppealToken(app: Pick<App, 'config'>, caseId: string, token: string): void {
  if (!sameSecret(token, appealToken(app, caseId))) throw incompleteLink();
}

/**
 * Trains the spam model: approved content is ham, and content removed as spam is spam. Other decisions are
 * ignored.
 */
export async function learnFrom(
  app: App,
  { id, subject, subject_id, score }: SettledCase,
  decision: CaseDecision,
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
