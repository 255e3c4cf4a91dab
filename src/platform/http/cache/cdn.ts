import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { webhookSignature } from '../../../kernel/secrets.ts';
import { seconds } from '../../../kernel/time.ts';
import { type App, inTransaction } from '../../app.ts';
import { addJob, job, jobKind, jobOf } from '../../jobs/jobs.ts';
import type { Config } from '../../settings/config.ts';

type CdnSettings = Pick<
  Config,
  'CDN' | 'CDN_CACHE_SECONDS' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'plazaUrl'
>;

/** Whether a cache in front of the service may give the response to others: the request tells nothing of its sender. */
export const isOfAnyone = ({ cookie, origin, accept = '' }: IncomingHttpHeaders): boolean =>
  cookie === undefined && origin === undefined && !/markdown/i.test(accept);

/** Caches index a response by at most this many keys (Akamai 128), in headers of at most 16 KB. */
const maxKeys = 120;
/** What a page shows is linked from it. Titles in addresses are not part of the key. */
const shown =
  /\/(?:(?:posts|questions|articles|events|forums\/threads)\/(\d{1,19})|@([\w.-]{1,64})|pages\/([\w.-]{1,64}))/g;
const pathOfPost = /^\/(?:posts|questions|articles|events|forums\/threads)\/\d/;

/** The keys of a page, which the triggers of `system.page_purge` name when something changes. */
function keysOf(address: string, text: string): string[] {
  const keys = new Set(['site']);
  if (!pathOfPost.test(address)) keys.add('lists');
  for (const part of [address, text])
    for (const [, post, person, page] of part.matchAll(shown)) {
      keys.add(
        post ? `post-${post}` : person ? `person-${person.toLowerCase()}` : `page-${page?.toLowerCase()}`,
      );
      if (keys.size > maxKeys) break;
    }
  return [...keys];
}

/**
 * Headers that let a cache in front of the service store a page for strangers, and find it by what it shows. Empty if it
 * may not. What readers' own caches do stays the same.
 */
export function cdnHeaders(
  { CDN: cdn, CDN_CACHE_SECONDS: age }: CdnSettings,
  address: string,
  text: string,
  cacheControl = 'public, no-cache',
): Record<string, string> {
  const keys = keysOf(address, text);
  if (keys.length > maxKeys || !cacheControl.startsWith('public')) return {};
  return {
    'cache-control': cacheControl,
    ...(cdn !== 'cloudflare' && { 'surrogate-control': `max-age=${age}`, 'surrogate-key': keys.join(' ') }),
    ...(cdn !== 'fastly' && { 'cdn-cache-control': `max-age=${age}`, 'cache-tag': keys.join(',') }),
  };
}

const settingName = 'cdn';

/**
 * Call when jobs start. Lets the triggers store what changes if a cache is to be told, which then forgets all pages of the
 * version before.
 */
export async function followCdn({ db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>): Promise<void> {
  if (config.CDN === 'none') {
    await db.deleteFrom('system.setting').where('name', '=', settingName).execute();
    await db.deleteFrom('system.page_purge').execute();
    return;
  }
  const row = { value: JSON.stringify({ cdn: config.CDN }), changed_at: clock.now() };
  await db
    .insertInto('system.setting')
    .values({ name: settingName, ...row })
    .onConflict((name) => name.column('name').doUpdateSet(row))
    .execute();
}

const Keys = Type.Object({ keys: Type.Array(Type.String()) });
const purgeAgainKind = jobKind('system.purge-pages-again', Keys);
/** A page that was being rendered or sent during the change may have been stored after the first purge. */
const pauseBeforeAgain = seconds(5);
/** Fastly takes 256 keys in a request, Cloudflare 100. */
const batch = 100;

/** Tells the cache what changed, in batches, and once more a moment later. */
export async function purgeChanged(app: App): Promise<void> {
  const { config, db, clock } = app;
  if (config.CDN === 'none') return;
  // By then, caches have forgotten the pages by themselves.
  const expired = new Date(clock.now().getTime() - seconds(config.CDN_CACHE_SECONDS) - seconds(60));
  await db.deleteFrom('system.page_purge').where('at', '<', expired).execute();
  for (;;) {
    const { rows } = await sql<{ key: string; last: string }>`
      select key, max(id)::text as last from system.page_purge group by key order by min(id) limit ${batch}`.execute(
      db,
    );
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => key);
    await sendPurge(app, keys);
    await inTransaction(app, async (app) => {
      await sql`
        delete from system.page_purge as told using unnest(
          ${keys}::text[], ${rows.map(({ last }) => last)}::bigint[]
        ) as sent (key, last) where told.key = sent.key and told.id <= sent.last`.execute(app.db);
      await addJob(
        app,
        purgeAgainKind,
        { keys },
        { runAt: new Date(clock.now().getTime() + pauseBeforeAgain) },
      );
    });
  }
}

async function sendPurge(app: App, keys: readonly string[]): Promise<void> {
  const { headers, body } = purgeRequest(app, keys);
  const { status, body: answer } = await app.outbound.fetch(app.config.CDN_PURGE_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    within: seconds(5),
    max: 64 * 1024,
    longer: 'cut',
    hops: 0,
    ports: [Number(new URL(app.config.CDN_PURGE_URL).port || 443)],
  });
  if (status < 200 || status > 299)
    throw new Error(`The CDN answered ${status} to a purge: ${answer.toString('utf8').slice(0, 300)}`);
}

/** A request in the format of the chosen CDN, or else as a webhook, signed as the others are. */
function purgeRequest({ config, clock }: Pick<App, 'config' | 'clock'>, keys: readonly string[]) {
  const token = config.CDN_PURGE_TOKEN;
  const body = JSON.stringify(
    config.CDN === 'fastly'
      ? { surrogate_keys: keys }
      : config.CDN === 'cloudflare'
        ? { tags: keys }
        : { type: 'pages.changed', keys },
  );
  if (config.CDN === 'fastly') return { body, headers: { 'fastly-key': token } };
  if (config.CDN === 'cloudflare') return { body, headers: { authorization: `Bearer ${token}` } };
  const id = `msg_${randomUUID()}`;
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  return {
    body,
    headers: {
      // Varnish reads headers only.
      'surrogate-key': keys.join(' '),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature(token, id, timestamp, body),
    },
  };
}

export const cdnJobs = [
  job('system.purge-pages', Type.Object({}), purgeChanged, { runner: 'network', whenFull: true }),
  jobOf(
    purgeAgainKind,
    (app, { keys }) => (app.config.CDN === 'none' ? Promise.resolve() : sendPurge(app, keys)),
    {
      runner: 'network',
      whenFull: true,
    },
  ),
];
