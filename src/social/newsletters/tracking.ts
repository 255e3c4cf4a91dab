import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { msg, missing } from '../../kernel/problem.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { pathOf } from '../posts/paths.ts';
import { linksOf, type Tracking } from './issue-mail.ts';
import { getIssueContent } from './issues.ts';
import { getNewsletter } from './newsletter.ts';
import { incompleteLink } from '../mail-links.ts';
import { readUnsubscribeToken, signToken } from './subscribing.ts';

// Who opens an issue and follows its links is noted of readers who allow it, and shown in numbers.

/** How long opens and clicks of an issue are counted. Its links work for longer. */
const countedFor = days(90);

const hashOf = (link: string): string => hash('sha256', link, 'hex').slice(0, 16);

/** What the image of an issue, or one of its links, proves: whose mail it is in. `what` is `open` or the hash of a link. */
const toToken = (app: Pick<App, 'config'>, subscriberId: string, issueId: string, what: string): string =>
  `${subscriberId}.${issueId}.${what}.${signToken(app, `newsletter ${what} ${subscriberId} ${issueId}`)}`;

/** The addresses in the mail to a reader who allows it. */
export function trackingOf(app: Pick<App, 'config'>, subscriberId: string, issueId: string): Tracking {
  const address = (page: string, what: string) =>
    `${app.config.plazaUrl}/newsletters/${page}?token=${toToken(app, subscriberId, issueId, what)}`;
  return { image: address('open', 'open'), linkTo: (link) => address('click', hashOf(link)) };
}

function parseToken(app: Pick<App, 'config'>, token: string) {
  const [, id = '', issueId = '', what = ''] =
    /^(\d{1,18})\.(\d{1,18})\.(open|[0-9a-f]{16})\.[0-9a-f]{64}$/.exec(token) ?? [];
  if (id === '' || !sameSecret(token, toToken(app, id, issueId, what))) throw incompleteLink();
  return { id, issueId, what };
}

/** Notes the readers of a part of an issue who allow it. */
export async function addReadings(
  { db, clock }: App,
  issueId: string,
  subscriberIds: readonly string[],
): Promise<void> {
  if (subscriberIds.length === 0) return;
  const sent_at = clock.now();
  await db
    .insertInto('social.newsletter_reading')
    .values(subscriberIds.map((subscriber_id) => ({ issue_id: issueId, subscriber_id, sent_at })))
    .execute();
}

/** Counts an open or a click of a reader once. A click is an open as well, as many programs show no images. */
async function countReading(
  { db, clock }: App,
  { id, issueId }: { id: string; issueId: string },
  isClick: boolean,
): Promise<void> {
  const now = clock.now();
  await sql`with former as (
      select opened_at, clicked_at from social.newsletter_reading
      where issue_id = ${issueId} and subscriber_id = ${id} and sent_at > ${new Date(now.getTime() - countedFor)}
        and (opened_at is null or (${isClick} and clicked_at is null)) for update),
    noted as (
      update social.newsletter_reading as reading set opened_at = coalesce(reading.opened_at, ${now}),
        clicked_at = case when ${isClick} then ${now} else reading.clicked_at end
      from former where reading.issue_id = ${issueId} and reading.subscriber_id = ${id}
      returning (former.opened_at is null)::integer as opened,
        (${isClick} and former.clicked_at is null)::integer as clicked)
    update social.newsletter_issue as issue
    set opened = issue.opened + noted.opened, clicked = issue.clicked + noted.clicked
    from noted where issue.id = ${issueId}`.execute(db);
}

/** Counts that the image of an issue was loaded. */
export const recordOpen = verb(
  { name: 'newsletters.open', who: 'anyone' },
  async (app, token: string): Promise<void> => {
    const { what, ...reader } = parseToken(app, token);
    if (what !== 'open') throw incompleteLink();
    await countReading(app, reader, false);
  },
);

/**
 * Counts that a link of an issue was followed, and returns its address. Only what the post links to now: otherwise
 * anybody could send themselves a newsletter to get addresses here that lead anywhere. Undefined links lead to the post.
 */
export const followLink = verb(
  { name: 'newsletters.click', who: 'anyone' },
  async (app, token: string): Promise<string> => {
    const { what, ...reader } = parseToken(app, token);
    const content = await getIssueContent(app, reader.issueId);
    if (!content) throw missing(msg('Post'));
    await countReading(app, reader, true);
    return linksOf(app, content.post).find((link) => hashOf(link) === what) ?? pathOf(content.post);
  },
);

const limit = perAccount(60, hours(1));

/** Allows a newsletter to count the viewer's opens and clicks, or no longer. */
export const setTracking = verb(
  { name: 'newsletters.set-tracking', who: 'member', limit },
  async (app, viewer: Viewer, newsletterId: string, allows: boolean): Promise<void> => {
    await getNewsletter(app, viewer, { id: newsletterId });
    const subscriber = await app.db
      .selectFrom('social.newsletter_subscriber')
      .where('newsletter_id', '=', newsletterId)
      .where('account_id', '=', viewer.id)
      .select('id')
      .executeTakeFirst();
    if (!subscriber) throw missing(msg('Subscription'));
    await storeTracking(app, subscriber.id, allows);
  },
);

/** What a reader chose, by the token in their mail. */
export async function getPreferences(
  app: App,
  token: string,
): Promise<{ id: string; title: string; allowsTracking: boolean }> {
  const { id } = readUnsubscribeToken(app, token);
  const row = await app.db
    .selectFrom('social.newsletter_subscriber as subscriber')
    .innerJoin('social.newsletter as newsletter', 'newsletter.id', 'subscriber.newsletter_id')
    .where('subscriber.id', '=', id)
    .select(['subscriber.id', 'newsletter.title', 'subscriber.allows_tracking as allowsTracking'])
    .executeTakeFirst();
  if (!row) throw incompleteLink();
  return row;
}

/** As `setTracking`, by the token in the mail of a reader. */
export const setTrackingByToken = verb(
  { name: 'newsletters.set-tracking-by-token', who: 'anyone' },
  async (app, token: string, allows: boolean): Promise<void> => {
    const { id } = await getPreferences(app, token);
    await storeTracking(app, id, allows);
  },
);

/** Who allows it no longer is also forgotten in what was noted. The numbers stay. */
const storeTracking = (app: App, id: string, allows: boolean): Promise<void> =>
  inTransaction(app, async ({ db }) => {
    await db
      .updateTable('social.newsletter_subscriber')
      .set({ allows_tracking: allows })
      .where('id', '=', id)
      .execute();
    if (!allows) await db.deleteFrom('social.newsletter_reading').where('subscriber_id', '=', id).execute();
  });

async function purgeReadings({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - countedFor);
  await db.deleteFrom('social.newsletter_reading').where('sent_at', '<', before).execute();
}

export const trackingJobs = [
  job('social.purge-newsletter-readings', Type.Object({}), purgeReadings, { cron: '47 4 * * *' }),
];
