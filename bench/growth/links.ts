import type pg from 'pg';
import { newToken, tokenHash } from '../../src/kernel/secrets.ts';
import { createClickIds, serializeClick } from '../../src/links/clicks/click.ts';
import { insertClicks } from '../../src/links/clicks/spool/insert-clicks.ts';
import { addLink } from '../../src/links/shorten/add-links.ts';
import { addClickedLink, addLinks } from '../statistics-data.ts';
import { workCost } from './jobs.ts';
import type { Read } from './measure.ts';
import type { Size, ViewerName, World } from './open-world.ts';
import { withoutIndexes } from './without-indexes.ts';

const linksOfReader = 1000;

/**
 * Adds links and clicks. Nearly all links belong to the star, because one account's list is what grows. The
 * reader has the same number in every size.
 */
export async function fillLinks(pool: pg.Pool, { links }: Size): Promise<void> {
  const { rows } = await pool.query<{ id: string; username: string }>(
    "select id, username from identity.account where username in ('person1', 'reader')",
  );
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? '';
  await withoutIndexes(pool, ['links.link', 'links.link_total'], async () => {
    await addLinks(pool, { id: idOf('reader'), name: 'reader', size: linksOfReader });
    await addLinks(pool, { id: idOf('person1'), name: 'star', size: links - linksOfReader });
  });
  await addClickedLink(pool, idOf('person1'), links * 10);
}

/**
 * Lists every list and every kind of statistics in Hop's pages and API, for an account with few links and for
 * one with nearly all links.
 */
export async function linksReads(world: World): Promise<Read[]> {
  const { pool, size, ids } = world;
  if (size.links === 0) return [];
  const { rows } = await pool.query<{ id: string }>("select id from links.link where alias like 'clicked-%'");
  const link = rows[0]?.id ?? '';
  // The middle of all links; in the browser, the last page.
  const middle = Math.ceil(size.links / 2 / 25);
  const star: [string, string][] = [
    ['list', '/dashboard'],
    ['list, page in the middle', `/dashboard?page=${Math.min(middle, 400)}`],
    ['list by clicks', '/dashboard?sort=click'],
    ['list by last click', '/dashboard?sort=last'],
    ['list by alias', '/dashboard?sort=alias'],
    ['search, word in every link', '/dashboard?q=example.com'],
    ['search, word in one of 100 links', '/dashboard?q=number+77'],
    ['search, word in one of 10,000 links', '/dashboard?q=number+7777'],
    ['search, word in no link', '/dashboard?q=nowhere'],
    ['search by clicks', '/dashboard?q=number+77&sort=click'],
    ...['24h', '7d', '30d', '90d', '12m', 'all'].map((range): [string, string] => [
      `statistics of the account, ${range}`,
      `/dashboard/statistics?range=${range}`,
    ]),
    ['statistics by link', '/dashboard/statistics/by/link?range=30d'],
    ...['24h', '30d', '12m'].map((range): [string, string] => [
      `statistics of a link, ${range}`,
      `/dashboard/links/${link}?range=${range}`,
    ]),
  ];
  const api: [string, string][] = [
    ['urls', '/api/urls?limit=25'],
    ['urls, page in the middle', `/api/urls?limit=25&page=${middle}`],
    ['urls by clicks', '/api/urls?order=click&limit=25'],
    ['urls by clicks, page in the middle', `/api/urls?order=click&limit=25&page=${middle}`],
    ['urls, search', '/api/urls?q=number+77&limit=25'],
    ['url', `/api/url/${link}`],
    ['statistics', '/api/statistics'],
    ['domains', '/api/domains'],
    ['channels', '/api/channels'],
    ['campaigns', '/api/campaigns'],
  ];
  const authorization = `Bearer ${await addKey(world, ids.star)}`;
  return [
    ...star.map(([what, path]) => toRead(what, path, 'star')),
    ...star.slice(0, 3).map(([what, path]) => toRead(what, path, 'reader')),
    ...api.map(([what, path]) => ({
      label: `Hop API ${what}`,
      service: 'hop' as const,
      path,
      headers: { authorization },
    })),
  ];
}

const toRead = (what: string, path: string, as: ViewerName): Read => ({
  label: `Hop ${what}, ${as}`,
  service: 'hop',
  path,
  as,
});

export async function addKey({ pool }: World, accountId: string): Promise<string> {
  const key = newToken();
  await pool.query(
    `insert into identity.access_key (account_id, name, hint, key_hash, created_at) values ($1, 'Growth', '', $2, now())`,
    [accountId, tokenHash(key)],
  );
  return key;
}

const links = 200;
const clicks = 2000;

/**
 * Measures adding a link, and batches of clicks from the spool, for an account that owns nearly all links.
 */
export async function measureLinkWrites(statements: pg.Client, world: World): Promise<void> {
  const { app, pool, ids, size } = world;
  if (size.links === 0) return;
  const cost = (label: string, times: number, work: () => Promise<void>) =>
    workCost(statements, world, label, times, work);
  await cost(`add a link, average of ${links}`, links, async () => {
    for (let n = 0; n < links; n += 1)
      await addLink(app, { id: ids.star }, { url: `https://example.com/new/${n}` });
  });
  const { rows } = await pool.query<{ id: string }>(
    `select id from links.link where account_id = $1 and alias like 'star-%' and id % $2 = 0 order by id limit $3`,
    [ids.star, Math.max(1, Math.floor(size.links / clicks) - 1), clicks],
  );
  const nextId = createClickIds();
  const batch = (linkOf: (n: number) => string) =>
    Buffer.from(
      Array.from({ length: clicks }, (_, n) => {
        const at = Date.now();
        return serializeClick(nextId(at), {
          linkId: linkOf(n),
          at,
          isBot: false,
          referrer: 'example.org',
          visitor: visitor(n),
        });
      }).join(''),
    );
  const many = batch((n) => rows[n % rows.length]?.id ?? '0');
  const one = batch(() => rows[0]?.id ?? '0');
  await cost(`${clicks} clicks on ${clicks} links`, 1, async () => {
    await insertClicks(app, many);
  });
  await cost(`${clicks} clicks on one link`, 1, async () => {
    await insertClicks(app, one);
  });
  const { rows: bytes } = await pool.query<Record<'link' | 'click', number>>(
    `select (pg_total_relation_size('links.link') / $1)::integer as link,
       (sum(pg_total_relation_size(inhrelid)) / greatest(1, (select count(*) from links.click)))::integer as click
     from pg_inherits where inhparent = 'links.click'::regclass`,
    [size.links],
  );
  console.log(`- on disk: ${bytes[0]?.link} bytes per link, ${bytes[0]?.click} per click`);
}

const visitor = (n: number) => ({
  hash: String(n),
  country: 'DE',
  browser: 'Firefox',
  system: 'Linux',
  device: 'desktop',
  language: 'de',
  isBot: false,
});
