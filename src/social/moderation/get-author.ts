import { sql } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addressHash, nearBits, fingerprintOf } from './fingerprint.ts';
import type { Submission } from './submission.ts';
import { isStaff, standingColumns, toStanding, type StandingRow } from './trust/get-standing.ts';
import { trustOf, type Trust } from './trust/trust.ts';
import { linksOf } from './words/hosts.ts';

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
export async function getAuthor(app: App, author: Viewer, submission: Submission): Promise<AuthorFacts> {
  const now = app.clock.now();
  const text = 'text' in submission ? submission.text : '';
  const fingerprint = isFingerprinted(submission) ? fingerprintOf(text) : undefined;
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
