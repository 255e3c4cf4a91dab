import { changeSettings, type Operator } from '../../identity/operators/settings.ts';
import { verb, type App, type Viewer } from '../../platform/app.ts';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { isLive } from '../../identity/account/people.ts';
import { days, minutes } from '../../kernel/time.ts';
import { namesIn } from '../../kernel/typed-text/tokens.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { getStoredSettings } from '../../platform/settings/site-settings.ts';
import { distinctTokens } from '../text/rendered.ts';
import { rateLimitsOf } from './rules.ts';
import { getScore } from './spam.ts';
import { addressHash, fingerprintOf, linksOf, nearBits, spamTokens } from './text-marks.ts';
import { type FieldText, findBlockedWords } from './text-rules.ts';
import { isStaff, standingColumns, type StandingRow, toStanding, type Trust, trustOf } from './trust.ts';
import type { Facts, Submission } from './verdict.ts';

const repeatedWithin = minutes(5);

/** Loads all facts for the rules. */
export async function gatherFacts(app: App, author: Viewer, submission: Submission): Promise<Facts> {
  const texts = textsOf(submission);
  const isNew = !(await isUnchanged(app, submission));
  const { sharers, echoes, approvedCount, trust, authorIsLive } = await getAuthor(
    app,
    author,
    submission,
    isNew,
  );
  const site = await getModerationSettings(app);
  const kind = submission.subject === 'post' ? submission.kind : undefined;
  return {
    now: app.clock.now(),
    authorIsLive,
    trust,
    spent: await getSpent(app, author, submission, trust),
    isRepeated: isNew && (await isRepeated(app, author, submission)),
    echoes,
    links: new Set(texts.flatMap(([, text]) => linksOf(text).map(({ address }) => address))).size,
    mentions: namesIn(texts.flatMap(([, text]) => distinctTokens(text, kind ?? 'post'))).length,
    sharers,
    matches: await findBlockedWords(app, texts),
    spam: {
      score: submission.subject === 'reaction' ? null : await scoreOf(app, submission, site.spamAfter),
      hold: site.spamHold / 100,
      refuse: site.spamRefuse / 100,
    },
    approvedCount,
    reviewedFirstPosts: site.firstPosts,
  };
}

/** The submitted texts with their field names. */
function textsOf(submission: Submission): FieldText[] {
  if (submission.subject === 'reaction') return [];
  const field = 'field' in submission ? submission.field : 'text';
  return [
    [field, submission.text],
    ...('title' in submission ? [['title', submission.title] as const] : []),
    ...(submission.subject === 'post' ? (submission.alts ?? []).map((alt) => ['text', alt] as const) : []),
  ];
}

const scoreOf = (app: App, submission: Exclude<Submission, { subject: 'reaction' }>, min: number) =>
  getScore(
    app,
    spamTokens({ text: submission.text, title: 'title' in submission ? submission.title : '' }),
    min,
  );

async function getSpent(
  app: App,
  author: Viewer,
  submission: Submission,
  trust: Trust,
): Promise<Facts['spent']> {
  if (!app.config.RATE_LIMITS) return [];
  const spent = [];
  for (const pace of rateLimitsOf(submission, trust, app.config)) {
    if ('field' in submission) break;
    // Finds the oldest of the allowed number. If it exists within the period, the limit is used up.
    const last = await app.db
      .selectFrom(
        submission.subject === 'reaction' && submission.commentId !== undefined
          ? 'social.comment_reaction'
          : `social.${submission.subject}`,
      )
      .where(submission.subject === 'reaction' ? 'account_id' : 'author_id', '=', author.id)
      .where('created_at', '>', new Date(app.clock.now().getTime() - pace.within))
      .orderBy('created_at', 'desc')
      .offset(pace.calls - 1)
      .limit(1)
      .select('created_at')
      .executeTakeFirst();
    if (last) spent.push({ pace, oldest: last.created_at });
  }
  return spent;
}

/** Whether an edit leaves the text as it is, such as one of the audience. It then repeats nothing. */
async function isUnchanged({ db }: App, submission: Submission): Promise<boolean> {
  const { subject } = submission;
  if ((subject !== 'post' && subject !== 'comment') || submission.editing === undefined) return false;
  const same = await db
    .selectFrom(`social.${subject}`)
    .where('id', '=', submission.editing)
    .where('text', '=', submission.text)
    .select('id')
    .executeTakeFirst();
  return same !== undefined;
}

/**
 * Whether the author just posted the same text, for comments below the same post. Deleted content does not
 * count.
 */
async function isRepeated(app: App, author: Viewer, submission: Submission): Promise<boolean> {
  if (submission.subject !== 'post' && submission.subject !== 'comment') return false;
  if (submission.text === '') return false;
  const since = new Date(app.clock.now().getTime() - repeatedWithin);
  const same = await app.db
    .selectFrom(`social.${submission.subject}`)
    .where('author_id', '=', author.id)
    .where('created_at', '>', since)
    .where('text', '=', submission.text)
    .where('deleted_at', 'is', null)
    .$call(whenGiven(submission.editing, (query, editing) => query.where('id', '!=', editing)))
    .$if(submission.subject === 'comment', (query) =>
      query.where(sql.ref('post_id'), '=', submission.subject === 'comment' ? submission.postId : ''),
    )
    .select('id')
    .executeTakeFirst();
  return same !== undefined;
}

const echoesWithin = days(1);
const sharersWithin = days(7);
/** Counting stops here. */
const maxEchoes = 100;

interface AuthorFacts {
  authorIsLive: boolean;
  trust: Trust;
  approvedCount: number;
  echoes: { own: number; others: number };
  sharers: number;
}

type Row = StandingRow & { is_live: boolean; own: number; others: number; sharers: number };

/** Loads the facts about the author and about near-duplicates and links by others, in one query. */
async function getAuthor(
  app: App,
  author: Viewer,
  submission: Submission,
  isNew: boolean,
): Promise<AuthorFacts> {
  const now = app.clock.now();
  const text = 'text' in submission ? submission.text : '';
  const fingerprint = isNew && isFingerprinted(submission) ? fingerprintOf(text) : undefined;
  const { fingerprint: bits = 0n, bands = [-1, -1, -1, -1] } = fingerprint ?? {};
  const addresses = linksOf(text).map(({ address }) => String(addressHash(address)));
  const edited = 'editing' in submission ? (submission.editing ?? '0') : '0';
  const { rows } = await sql<Row>`
    with author as (select ${author.id}::bigint as id), echo as (
      select author_id from social.text_fingerprint
      where at > ${new Date(now.getTime() - echoesWithin)}
        and (band_a = ${bands[0]} or band_b = ${bands[1]} or band_c = ${bands[2]} or band_d = ${bands[3]})
        and bit_count((fingerprint # ${String(bits)}::bigint)::bit(64)) <= ${nearBits}
        and not (subject = ${submission.subject} and subject_id = ${edited})
      limit ${maxEchoes}
    )
    select exists (select from identity.account where account.id = author.id and ${isLive('account')}) as is_live,
      (select count(*) from echo where author_id = author.id)::integer as own,
      (select count(distinct author_id) from echo where author_id <> author.id)::integer as others,
      (select coalesce(max(n), 0) from (
        select count(*) as n from social.newcomer_link where address = any(${addresses}::bigint[])
          and account_id <> author.id and at > ${new Date(now.getTime() - sharersWithin)}
        group by address) as shared)::integer as sharers,
      ${standingColumns('author.id', now)}
    from author`.execute(app.db);
  const [row] = rows;
  if (!row) throw new Error('A query without a condition returned no row');
  const standing = toStanding(row, {
    isStaff: isStaff(author),
    age: now.getTime() - author.registeredAt.getTime(),
  });
  return {
    authorIsLive: row.is_live,
    trust: trustOf(standing),
    approvedCount: standing.approvedCount,
    echoes: { own: row.own, others: row.others },
    sharers: row.sharers,
  };
}

/** Stores the fingerprint and links of a submission to detect repetition. One statement. */
export async function saveFingerprint(
  app: App,
  author: Viewer,
  submission: Submission,
  id: string,
  trust: Trust,
): Promise<void> {
  if (!isFingerprinted(submission)) return;
  const at = app.clock.now();
  const fingerprint = fingerprintOf(submission.text);
  const isNewcomer = trust === 'new' || trust === 'restricted';
  const addresses = isNewcomer
    ? linksOf(submission.text).map(({ address }) => String(addressHash(address)))
    : [];
  if (!fingerprint && addresses.length === 0) return;
  const { fingerprint: bits = 0n, bands = [0, 0, 0, 0] } = fingerprint ?? {};
  await sql`
    with links as (
      insert into social.newcomer_link (address, account_id, at)
      select distinct address, ${author.id}::bigint, ${at}::timestamptz
      from unnest(${addresses}::bigint[]) as address
      on conflict (address, account_id) do update set at = excluded.at
    )
    insert into social.text_fingerprint (subject, subject_id, author_id, fingerprint, band_a, band_b, band_c, band_d, at)
    select ${submission.subject}, ${id}::bigint, ${author.id}::bigint, ${String(bits)}::bigint,
      ${bands[0]}, ${bands[1]}, ${bands[2]}, ${bands[3]}, ${at}::timestamptz
    where ${fingerprint !== undefined}
    on conflict (subject, subject_id) do update set fingerprint = excluded.fingerprint, band_a = excluded.band_a,
      band_b = excluded.band_b, band_c = excluded.band_c, band_d = excluded.band_d`.execute(app.db);
}

/** Whether copies of the text are detected. Messages to friends are not compared. */
function isFingerprinted(
  submission: Submission,
): submission is Extract<Submission, { subject: 'post' | 'comment' | 'message' }> {
  const { subject } = submission;
  if (subject === 'message') return submission.toStrangers ?? false;
  return subject === 'post' || subject === 'comment';
}

/** Deletes fingerprints past their retention. */
export async function purgeFingerprints({ db, clock }: App): Promise<void> {
  const before = (time: number) => new Date(clock.now().getTime() - time);
  await db.deleteFrom('social.text_fingerprint').where('at', '<', before(echoesWithin)).execute();
  await db.deleteFrom('social.newcomer_link').where('at', '<', before(sharersWithin)).execute();
}

/** The operator's moderation settings, with defaults. */
export const ModerationSettings = Type.Object({
  /** Number of an author's first posts that are held for review. */
  firstPosts: Type.Integer({ minimum: 0, maximum: 20, default: 0 }),
  /** Spam score from which a text is held or rejected, out of 100. 0 means never. */
  spamHold: Type.Integer({ minimum: 0, maximum: 100, default: 90 }),
  spamRefuse: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  /** Number of spam and of ham decisions required before the model is used. */
  spamAfter: Type.Integer({ minimum: 1, maximum: 10_000, default: 20 }),
});
export type ModerationSettings = Static<typeof ModerationSettings>;

export const getModerationSettings = (app: Pick<App, 'db'>): Promise<ModerationSettings> =>
  getStoredSettings(app, 'moderation', ModerationSettings);

export const updateModerationSettings = verb(
  { name: 'moderation.update-settings', who: 'operator' },
  (app, operator: Operator, settings: ModerationSettings): Promise<void> =>
    changeSettings(app, operator, {
      name: 'moderation',
      action: 'moderation_settings.update',
      get: getModerationSettings,
      after: settings,
    }),
);
