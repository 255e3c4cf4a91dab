import { Type } from 'typebox';
import { findViewer } from '../../identity/account/viewer.ts';
import { mailAccount } from '../../identity/account/email.ts';
import { days } from '../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { bulk } from '../../platform/mail.ts';
import { t } from '../../web/translation/translate.ts';
import { getFeed } from '../feed/feed.ts';
import { unsubscribeLinks } from '../mail-links.ts';
import { getCounters } from '../notifications/counters.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { bylineOf, excerptOf } from '../posts/texts.ts';

/** How often a digest is sent. Without a choice, none is. */
export const digestPeriods = ['daily', 'weekly'] as const;
export type DigestPeriod = (typeof digestPeriods)[number];

const lengths: Readonly<Record<DigestPeriod, number>> = { daily: days(1), weekly: days(7) };

export async function findDigest(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<DigestPeriod | null> {
  const row = await db
    .selectFrom('social.digest')
    .where('account_id', '=', viewer.id)
    .select('period')
    .executeTakeFirst();
  return (row?.period as DigestPeriod | undefined) ?? null;
}

/** Chooses how often the viewer gets a digest. Null ends it. */
export const chooseDigest = verb(
  { name: 'digest.choose', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, period: DigestPeriod | null): Promise<void> => {
    if (period === null) {
      await app.db.deleteFrom('social.digest').where('account_id', '=', viewer.id).execute();
      return;
    }
    const due_at = new Date(app.clock.now().getTime() + lengths[period]);
    await app.db
      .insertInto('social.digest')
      .values({ account_id: viewer.id, period, due_at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ period, due_at }))
      .execute();
  },
);

/** What a digest tells its receiver. */
export interface Digest {
  posts: readonly Post[];
  notifications: number;
}

const maxPosts = 8;

/**
 * Returns what is new in the viewer's feed since a time. As their home page: without what is hidden from them by
 * blocks, mutes and filters, and without their own posts.
 */
export async function getDigest(app: App, viewer: Viewer, since: Date): Promise<Digest> {
  const [{ items, isFilled }, { notifications }] = await Promise.all([
    getFeed(app, viewer),
    getCounters(app, viewer),
  ]);
  const posts = items.filter(
    (post) =>
      post.author.id !== viewer.id && post.filteredBy === null && !post.heldAt && post.createdAt >= since,
  );
  return { posts: isFilled ? [] : posts.slice(0, maxPosts), notifications };
}

export const sinceOf = ({ clock }: Pick<App, 'clock'>, period: DigestPeriod): Date =>
  new Date(clock.now().getTime() - lengths[period]);

const longestExcerpt = 160;

/** A post in one line. Content behind a warning or a price is not revealed. */
export function lineOf(post: Post): string {
  const { name } = bylineOf(post).author;
  const said = post.title || post.warning || excerptOf(post, longestExcerpt);
  return said === '' ? t('{name} shared something', { name }) : `${name}: ${said}`;
}

/** The email as text, in the reader's language. */
function digestText(app: Pick<App, 'config'>, { posts, notifications }: Digest, unsubscribe: string) {
  const base = app.config.plazaUrl;
  return {
    subject: t('{count, plural, one {# new post for you} other {# new posts for you}}', {
      count: posts.length,
    }),
    text: [
      ...posts.map((post) => `${lineOf(post)}\n${base}${pathOf(post)}\n`),
      ...(notifications > 0
        ? [
            t('{count, plural, one {You have # new notification.} other {You have # new notifications.}}', {
              count: notifications,
            }),
            `${base}/notifications\n`,
          ]
        : []),
      `${t('Unsubscribe from this digest:')} ${unsubscribe}`,
    ].join('\n'),
  };
}

/** Receivers that are handled in one run of the job. */
const atOnce = 2000;

/** Sends the digests that are due. One without anything new is skipped. */
async function sendDigests(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('social.digest')
    .where('due_at', '<=', app.clock.now())
    .orderBy('due_at')
    .limit(atOnce)
    .select(['account_id', 'period'])
    .execute();
  for (const { account_id: id, period } of due) await sendDigest(app, id, period as DigestPeriod);
}

/** Claims a digest before it is written, so that a repeated job does not send it twice. */
const sendDigest = (app: App, accountId: string, period: DigestPeriod): Promise<void> =>
  inTransaction(app, async (app) => {
    const now = app.clock.now();
    const claimed = await app.db
      .updateTable('social.digest')
      .set({ due_at: new Date(now.getTime() + lengths[period]) })
      .where('account_id', '=', accountId)
      .where('period', '=', period)
      .where('due_at', '<=', now)
      .returning('account_id')
      .executeTakeFirst();
    const viewer = claimed && (await findViewer(app, accountId));
    if (!viewer?.isActivated || viewer.isBeingDeleted) return;
    const digest = await getDigest(app, viewer, sinceOf(app, period));
    if (digest.posts.length === 0) return;
    const unsubscribe = `${app.config.plazaUrl}/digest/unsubscribe?token=${digestToken(app, accountId)}`;
    await mailAccount(app, accountId, () => ({ ...digestText(app, digest, unsubscribe), unsubscribe }), bulk);
  });

/** The token of an unsubscribe link only ends the digest of its receiver. */
export const { create: digestToken, parse: parseDigestToken } = unsubscribeLinks('no digest');

/** Ends the digest of a token's receiver, who need not be signed in. */
export const endDigest = verb(
  { name: 'digest.end', who: 'anyone' },
  async (app, token: string): Promise<void> => {
    await chooseDigest(app, { id: parseDigestToken(app, token) }, null);
  },
);

export const digestJobs = [job('social.send-digests', Type.Object({}), sendDigests, { cron: '25 * * * *' })];
