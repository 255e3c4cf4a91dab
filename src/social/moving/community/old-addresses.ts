import { sql } from 'kysely';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { cachedFor } from '../../../platform/cached-for.ts';
import { pathOfForum } from '../../forums/forum.ts';
import { pathOf } from '../../posts/paths.ts';
import type { FormatName } from '../formats.ts';

/** Where that was which operators imported. Most installations have none. */
const oldHomes = cachedFor(seconds(30), async ({ db }) => {
  const rows = await db
    .selectFrom('social.import')
    // Those of Discourse are older than the mark.
    .where((eb) => eb.or([eb('redirects', '=', true), eb('format', '=', 'discourse')]))
    .where('state', 'in', ['running', 'finished'])
    .select(['format', 'moved_from'])
    .distinct()
    .limit(100)
    .execute();
  return rows.map(({ format, moved_from: from }) => ({
    ...{ format: format as FormatName, base: from || `${format}:` },
    folder: URL.parse(from)?.pathname.replace(/\/$/, '') ?? '',
  }));
});

/**
 * Returns the encoded path here of what an imported community or blog had at a path, so that its old addresses lead to it. For
 * paths that no page has.
 */
export async function findMoved(app: App, url: string): Promise<string | undefined> {
  const homes = await oldHomes(app);
  if (homes.length === 0) return undefined;
  const { pathname, searchParams } = new URL(url.slice(0, 1000), 'http://old.invalid');
  const sources = homes.flatMap(({ format, base, folder }) => {
    if (!pathname.startsWith(`${folder}/`)) return [];
    const key = keys[format]?.(pathname.slice(folder.length), searchParams);
    return key === undefined ? [] : spellingsOf(key).map((each) => base + each);
  });
  if (sources.length === 0) return undefined;
  const { rows } = await sql<Found>`
    with found as (
      select import_id, post_id, target_id, kind from social.import_entry where source = any(${sources}::text[])
        and (post_id is not null or target_id is not null)
      union all
      select import_id, post_id, target_id, kind from social.import_entry where also = any(${sources}::text[])
    ), entry as (
      -- Members can send archives that claim any address.
      select found.* from found join social.import on import.id = found.import_id
      where import.redirects or import.format = 'discourse'
    )
    select post.id::text, post.kind, post.title, post.parent_id::text as "parentId", null as username
    from entry join social.post on post.id = entry.post_id
    where entry.kind in ('thread', 'thread_reply', 'article') and post.privacy = 'public'
      and post.deleted_at is null and post.held_at is null
    union all
    select coalesce(forum.id, person.id)::text, entry.kind, coalesce(forum.title, ''), null, person.username
    from entry
    left join social.forum on entry.kind = 'forum' and forum.id = entry.target_id
    left join identity.account as person on entry.kind = 'person' and person.id = entry.target_id and person.deleted_at is null
    where coalesce(forum.id, person.id) is not null
    limit 1`.execute(app.db);
  const [found] = rows;
  return found && encodeURI(pathFor(found));
}

/** Letters of other scripts are in addresses as bytes, written in either case. */
function spellingsOf(key: string): string[] {
  if (!key.includes('%')) return [key];
  const lower = key.replaceAll(/%[\da-f]{2}/gi, (byte) => byte.toLowerCase());
  return [
    ...new Set([key, lower, key.replaceAll(/%[\da-f]{2}/gi, (byte) => byte.toUpperCase()), decoded(key)]),
  ];
}

interface Found {
  id: string;
  kind: 'thread' | 'reply' | 'article' | 'forum' | 'person';
  title: string;
  parentId: string | null;
  username: string | null;
}

function pathFor({ id, kind, title, parentId, username }: Found): string {
  if (kind === 'person') return `/${username ?? ''}`;
  return kind === 'forum' ? pathOfForum({ id, title }) : pathOf({ id, kind, title, parentId });
}

type Key = (path: string, query: URLSearchParams) => string | undefined;

const numberAt = (query: URLSearchParams, name: string): string | undefined =>
  /^\d{1,15}$/.exec(query.get(name) ?? '')?.[0];

/** The path of an article, however it ends. */
const pathOfArticle: Key = (path) => (path === '/' ? undefined : path.replace(/\/$/, ''));

/** What of an address names something, by program. The names in addresses can change. */
const keys: Readonly<Partial<Record<FormatName, Key>>> = {
  // `/t/how-long/12/3`, `/t/12`, `/c/bread/sourdough/2`, `/u/grace/summary`
  discourse: (path) => {
    const [, kind = '', ...parts] = path.replace(/\.(?:json|rss)$/, '').split('/');
    const numbers = parts.filter((part) => /^\d{1,15}$/.test(part));
    if (kind === 't' && numbers.length > 0)
      return `/t/${numbers.slice(0, 2).join('/')}`.replace(/(\/\d+)\/1$/, '$1');
    if (kind === 'c' && numbers[0] !== undefined) return `/c/${numbers[0]}`;
    return kind === 'u' && parts[0] ? `/u/${decoded(parts[0]).toLowerCase()}` : undefined;
  },
  // `/topic/12/how-long/3`, `/post/40`, `/category/2/bread`, `/user/grace/posts`
  nodebb: (path) => {
    const [whole] = /^\/(?:(?:topic|post|category)\/\d{1,15}(?=\/|$)|user\/[^/]{1,300})/.exec(path) ?? [];
    return whole === undefined ? undefined : decoded(whole);
  },
  // `/viewtopic.php?f=2&t=12`, `/viewtopic.php?p=40`, `/viewforum.php?f=2`, `/memberlist.php?mode=viewprofile&u=3`
  phpbb: (path, query) => {
    const [post, topic] = [numberAt(query, 'p'), numberAt(query, 't')];
    const [forum, person] = [numberAt(query, 'f'), numberAt(query, 'u')];
    if (path === '/viewtopic.php' && post !== undefined) return `${path}?p=${post}`;
    if (path === '/viewtopic.php' && topic !== undefined) return `${path}?t=${topic}`;
    if (path === '/viewforum.php' && forum !== undefined) return `${path}?f=${forum}`;
    return path === '/memberlist.php' && person !== undefined
      ? `${path}?mode=viewprofile&u=${person}`
      : undefined;
  },
  // `/2024/05/slug/`, `/?p=12`
  wordpress: (path, query) => {
    const post = path === '/' ? numberAt(query, 'p') : undefined;
    return post === undefined ? pathOfArticle(path, query) : `/?p=${post}`;
  },
  ghost: pathOfArticle,
  substack: (path) => /^\/p\/[^/]{1,300}(?=\/|$)/.exec(path)?.[0],
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
