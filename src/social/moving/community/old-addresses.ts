import { sql } from 'kysely';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { cachedFor } from '../../../platform/cached-for.ts';
import { pathOfForum } from '../../forums/forum.ts';
import { pathOf } from '../../posts/paths.ts';
import { formats } from '../formats.ts';

/** Where the imported communities were. Most installations have none. */
const originsOfCommunities = cachedFor(seconds(30), async ({ db }) => {
  const rows = await db
    .selectFrom('social.import')
    .where(
      'format',
      'in',
      Object.keys(formats).filter((name) => formats[name as keyof typeof formats].isCommunity),
    )
    .where('state', 'in', ['running', 'finished'])
    .select('moved_from')
    .distinct()
    .execute();
  return rows.map(({ moved_from: origin }) => origin);
});

/**
 * Returns the path here of what an imported community had at a path, so that its old addresses lead to it. For
 * paths that no page has.
 */
export async function findMoved(app: App, path: string): Promise<string | undefined> {
  const key = keyOf(path);
  if (key === undefined) return undefined;
  const origins = await originsOfCommunities(app);
  if (origins.length === 0) return undefined;
  const sources = origins.map((origin) => origin + key);
  const { rows } = await sql<Found>`
    select post.id::text, post.kind, post.title, post.parent_id::text as "parentId", null as username
    from social.import_entry as entry join social.post on post.id = entry.post_id
    where entry.source = any(${sources}::text[]) and entry.post_id is not null and entry.kind in ('thread', 'thread_reply')
      and post.deleted_at is null and post.held_at is null
    union all
    select coalesce(forum.id, person.id)::text, entry.kind, coalesce(forum.title, ''), null, person.username
    from social.import_entry as entry
    left join social.forum on entry.kind = 'forum' and forum.id = entry.target_id
    left join identity.account as person on entry.kind = 'person' and person.id = entry.target_id and person.deleted_at is null
    where entry.source = any(${sources}::text[]) and entry.target_id is not null
      and coalesce(forum.id, person.id) is not null
    limit 1`.execute(app.db);
  const [found] = rows;
  return found && pathFor(found);
}

interface Found {
  id: string;
  kind: 'thread' | 'reply' | 'forum' | 'person';
  title: string;
  parentId: string | null;
  username: string | null;
}

function pathFor({ id, kind, title, parentId, username }: Found): string {
  if (kind === 'person') return `/${username ?? ''}`;
  return kind === 'forum' ? pathOfForum({ id, title }) : pathOf({ id, kind, title, parentId });
}

/** `/t/how-long/12/3`, `/t/12`, `/c/bread/sourdough/2`, `/u/grace/summary`: the names in addresses can change. */
function keyOf(path: string): string | undefined {
  const [, kind = '', ...parts] = path
    .slice(0, 500)
    .replace(/\.(?:json|rss)$/, '')
    .split('/');
  const numbers = parts.filter((part) => /^\d{1,15}$/.test(part));
  if (kind === 't')
    return numbers.length === 0 ? undefined : `/t/${numbers.slice(0, 2).join('/')}`.replace(/\/1$/, '');
  if (kind === 'c') return numbers[0] === undefined ? undefined : `/c/${numbers[0]}`;
  if (kind === 'u' && parts[0]) return `/u/${decoded(parts[0]).toLowerCase()}`;
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
