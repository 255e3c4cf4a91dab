import { newToken, tokenHash } from '../../src/kernel/secrets.ts';
import type { ViewerName, World } from './open-world.ts';
import type { Read } from './read.ts';

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

async function addKey({ pool }: World, accountId: string): Promise<string> {
  const key = newToken();
  await pool.query(
    `insert into identity.access_key (account_id, name, hint, key_hash, created_at) values ($1, 'Growth', '', $2, now())`,
    [accountId, tokenHash(key)],
  );
  return key;
}
