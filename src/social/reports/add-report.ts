import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enforceDailyLimit } from '../../platform/limits/refuse-beyond.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { openCase } from '../moderation/open-case.ts';
import { copyMessages, findMessageAuthor } from '../chat/messages/copy-messages.ts';
import { getProfile } from '../people/profiles/get-profile.ts';
import type { PostKind } from '../posts/post.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { cleanText } from '../../kernel/text.ts';
import { findCategory } from './categories.ts';
import { findPage } from './find-page.ts';
import type { ReportSubject } from '../moderation/report.ts';
import { getCommentHeader } from '../comments/comment.ts';

export const longestReason = 2000;
const maxPerDay = 20;

interface NewReport {
  subject: ReportSubject;
  /** The required kind of a post. */
  kind?: PostKind;
  id: string;
  /** ID or name. */
  category: string;
  reason: string;
}

/**
 * Reports something visible to the viewer to the moderators. Repeated reports by the same person succeed but
 * count once. Returns whether it is the first one.
 */
export async function addReport(app: App, reporter: Viewer, given: NewReport): Promise<boolean> {
  const { subject, id } = given;
  const category = await findCategory(app, given.category);
  const reason = cleanText(given.reason, 'reason', longestReason).trim();
  const authorId = await getOwnerId(app, reporter, given);
  if (authorId === reporter.id)
    throw invalid(
      'id',
      subject === 'person'
        ? t('You cannot do this to yourself')
        : t('This is yours. You can delete it instead.'),
    );
  return inTransaction(app, async (app) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${reporter.id}`}, 0))`.execute(app.db);
    const before = await app.db
      .selectFrom('social.report')
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('reporter_id', '=', reporter.id)
      .select('id')
      .executeTakeFirst();
    if (before) return false;
    await refuseMany(app, reporter);
    await app.db
      .insertInto('social.report')
      .values({
        reporter_id: reporter.id,
        subject,
        subject_id: id,
        author_id: authorId,
        category_id: category.id,
        reason,
        created_at: app.clock.now(),
      })
      .execute();
    const caseId = await openCase(app, { subject, id, authorId });
    if (subject === 'message') await copyMessages(app, reporter, { caseId, messageId: id });
    return true;
  });
}

/** Returns the owner of the subject. Throws as for missing content if it is not visible to the viewer. */
async function getOwnerId(app: App, viewer: Viewer, { subject, kind, id }: NewReport): Promise<string> {
  if (subject === 'person') return (await getProfile(app, viewer, { id })).id;
  if (subject === 'page') return (await findPage(app, id)).ownerId;
  if (subject === 'message') return findMessageAuthor(app, viewer, id);
  if (subject === 'comment') return (await getCommentHeader(app, viewer, id)).author.id;
  const post = await getPostHeader(app, viewer, id);
  if (kind !== undefined && post.kind !== kind) throw missing(t('Post'));
  return post.author.id;
}

async function refuseMany(app: App, reporter: Viewer): Promise<void> {
  if (!app.config.RATE_LIMITS) return;
  await enforceDailyLimit(app, {
    table: 'social.report',
    accountColumn: 'reporter_id',
    accountId: reporter.id,
    max: maxPerDay,
    message: t('You reached today’s limit of {maxPerDay} reports', { maxPerDay }),
  });
}
