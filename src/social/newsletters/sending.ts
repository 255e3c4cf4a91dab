import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { comparableEmail } from '../../kernel/comparable.ts';
import { hours } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { addJob, jobOf } from '../../platform/jobs/jobs.ts';
import { type MailMessage, sendMails } from '../../platform/mail.ts';
import { type InterfaceLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { isEntitled } from '../access/entitlement.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { renderIssue, type WriteIssue } from './issue-mail.ts';
import { batchOf, type NewsletterContent, getIssueContent, priority, queue, sendPart } from './issues.ts';
import type { HostId } from './newsletter.ts';
import { unsubscribeToken } from './subscribing.ts';
import { addReadings, trackingOf } from './tracking.ts';

/** Subscribers per transaction. */
const atOnce = 200;

/**
 * Sends an issue to the next subscribers. The cursor moves in the transaction that queues their mail, so that a
 * process that dies neither skips anybody nor sends twice.
 */
async function sendNext(app: App, { id }: { id: string }): Promise<void> {
  const content = await getIssueContent(app, id);
  await inTransaction(app, async (app) => {
    const issue = await app.db
      .selectFrom('social.newsletter_issue')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!issue) return;
    const readers = content ? await listReaders(app, issue, content.host) : [];
    const mail = content
      ? await writeMail(app, content, id, readers)
      : { messages: [], skipped: 0, tracked: [] };
    const { queued, suppressed } = await sendMails(app, mail.messages, { priority });
    await addReadings(app, id, mail.tracked);
    const isOver = readers.length < atOnce;
    const next_at = isOver ? app.clock.now() : await findTurn(app, readers.length);
    await app.db
      .updateTable('social.newsletter_issue')
      .set({
        cursor_id: readers.at(-1)?.id ?? issue.cursor_id,
        next_at,
        queued: issue.queued + queued,
        suppressed: issue.suppressed + suppressed.length,
        skipped: issue.skipped + mail.skipped,
        tracked: issue.tracked + mail.tracked.length,
        ...(isOver && { finished_at: app.clock.now() }),
      })
      .where('id', '=', id)
      .execute();
    if (isOver) await app.db.deleteFrom('social.newsletter_delivery').where('issue_id', '=', id).execute();
    else await addJob(app, sendPart, { id }, { queue, priority, runAt: next_at });
  });
}

/** When the next part of any issue may be sent, where a number per hour is set. */
async function findTurn(app: App, sent: number): Promise<Date> {
  const now = app.clock.now();
  const perHour = app.config.NEWSLETTER_PER_HOUR;
  if (perHour === 0) return now;
  const { last } = await app.db
    .selectFrom('social.newsletter_issue')
    .where('finished_at', 'is', null)
    .select((eb) => eb.fn.max('next_at').as('last'))
    .executeTakeFirstOrThrow();
  const from = last > now ? last : now;
  return new Date(from.getTime() + (sent / perHour) * hours(1));
}

interface Reader {
  id: string;
  accountId: string | null;
  email: string | null;
  language: string;
  /** Whether their account is not suspended or the like. */
  isLive: boolean;
  /** Whether they are in the audience. */
  isWanted: boolean;
  /** Whether opens and clicks may be counted. */
  allowsTracking: boolean;
}

/** The next subscribers of an issue. */
async function listReaders(
  { db }: App,
  issue: {
    newsletter_id: string;
    cursor_id: string;
    last_id: string;
    audience: string;
    plan_id: string | null;
  },
  host: HostId,
): Promise<Reader[]> {
  const seller =
    host.kind === 'page'
      ? sql`member.page_id = ${host.id}`
      : sql`member.page_id is null and member.seller_id = ${host.id}`;
  const pays = sql<boolean>`exists (select from social.membership as member
    where member.account_id = subscriber.account_id and member.ended_at is null and ${seller}
    and not (member.is_trial and member.past_due_at is not null)
    and (${issue.plan_id}::bigint is null or member.plan_id = ${issue.plan_id}::bigint))`;
  return db
    .selectFrom('social.newsletter_subscriber as subscriber')
    .leftJoin('identity.account as account', 'account.id', 'subscriber.account_id')
    .where('subscriber.newsletter_id', '=', issue.newsletter_id)
    .where('subscriber.confirmed_at', 'is not', null)
    .where('subscriber.id', '>', issue.cursor_id)
    .where('subscriber.id', '<=', issue.last_id)
    .orderBy('subscriber.id')
    .limit(atOnce)
    .select(['subscriber.id', 'subscriber.account_id as accountId'])
    .select('subscriber.allows_tracking as allowsTracking')
    .select(sql<string | null>`coalesce(subscriber.email, account.email)`.as('email'))
    .select(sql<string>`coalesce(account.language, subscriber.language)`.as('language'))
    .select(sql<boolean>`(account.id is null or ${isLive('account')})`.as('isLive'))
    .select((issue.audience === 'everyone' ? sql<boolean>`true` : pays).as('isWanted'))
    .execute();
}

/** The mail to those of the readers who may read the post, in their languages. */
async function writeMail(
  app: App,
  { title, post }: NewsletterContent,
  issueId: string,
  readers: readonly Reader[],
): Promise<{ messages: MailMessage[]; skipped: number; tracked: string[] }> {
  const written = new Map<string, WriteIssue>();
  const writerFor = (language: InterfaceLanguage, isWhole: boolean): WriteIssue => {
    const key = `${language} ${isWhole}`;
    const known = written.get(key) ?? renderIssue(app, { title, post, isWhole }, language);
    written.set(key, known);
    return known;
  };
  const visitors = await accessOf(app, undefined, post.id);
  const messages: MailMessage[] = [];
  const tracked: string[] = [];
  let skipped = 0;
  for (const { id, accountId, email, language, isLive, isWanted, allowsTracking } of readers) {
    if (!isWanted) continue;
    const access =
      accountId === null ? visitors : await accessOf(app, { id: accountId, permissions: [] }, post.id);
    if (!isLive || email === null || !access || !(await isFirst(app, issueId, email))) {
      skipped += 1;
      continue;
    }
    if (allowsTracking) tracked.push(id);
    const links = {
      token: unsubscribeToken(app, id, issueId),
      ...(allowsTracking && { tracking: trackingOf(app, id, issueId) }),
    };
    messages.push({
      ...writerFor(readerLanguage(language), access.isWhole)(email, links),
      batch: batchOf(issueId),
    });
  }
  return { messages, skipped, tracked };
}

/** Whether somebody sees a post, and the whole of it, by the rules of every list of posts. */
async function accessOf(
  app: App,
  asker: { id: string; permissions: string[] } | undefined,
  postId: string,
): Promise<{ isWhole: boolean } | undefined> {
  const row = await visiblePosts(app.db, asker)
    .where('post.id', '=', postId)
    .where('post.held_at', 'is', null)
    .select(isEntitled('post', asker).as('isWhole'))
    .executeTakeFirst();
  return row && { isWhole: Boolean(row.isWhole) };
}

/** Notes that an address gets an issue. False if it was noted before, as that of another subscriber. */
async function isFirst({ db }: App, issueId: string, email: string): Promise<boolean> {
  const row = await db
    .insertInto('social.newsletter_delivery')
    .values({ issue_id: issueId, email_key: comparableEmail(email) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('issue_id')
    .executeTakeFirst();
  return row !== undefined;
}

export const issueJobs = [jobOf(sendPart, sendNext)];
