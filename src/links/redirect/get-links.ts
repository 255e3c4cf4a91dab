import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import { forHeader } from '../forward.ts';
import type { LinkPlace } from '../link/link.ts';
import type { FollowedPixel } from './followed.ts';
import { append } from './targeting/targets.ts';
import type { Forward } from './targeting/decide.ts';
import { indexTargets, type LinkRules, type Targets } from './targeting/targets.ts';

/** A short link as needed for redirects. URLs are safe in headers. */
export interface RedirectLink {
  id: string;
  /** '' if there is no destination: a bio page, or a QR code with its own text. */
  to: string;
  status: Forward['status'];
  /** Unix time in milliseconds. */
  expiresAt: number | undefined;
  /** Destination after it has expired. */
  expiredTo: string | undefined;
  /** Disabled by its owner. */
  isDisabled: boolean;
  /** Suspended by an operator. */
  isSuspended: boolean;
  /** Features beyond a plain redirect. Most links have none, which saves memory. */
  special: Special | undefined;
}

export interface Special {
  /** Estimated memory use. */
  bytes: number;
  purpose: 'link' | 'bio' | 'qr';
  ownerId: string;
  title: string;
  description: string;
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
  /** Preview when the link is shared. Blank: no custom preview. */
  preview: { title: string; description: string; image: string | null };
  pixels: readonly FollowedPixel[];
  passwordHash: string | null;
  /** Number of clicks after which it expires. */
  clickLimit: number | null;
  /** Whether the click limit is used up. */
  isSpent: boolean;
  /** The reason for which visitors are warned. */
  heldFor: string | null;
  /** Targeting rules. Null: one destination for everyone. */
  targets: Targets | null;
}

interface Row {
  id: string;
  url: string;
  status: RedirectLink['status'];
  expires_at: Date | null;
  expired_url: string | null;
  is_disabled: boolean;
  is_suspended: boolean;
  special: (Omit<Special, 'bytes' | 'targets'> & { rules: LinkRules | null }) | null;
}

/**
 * SQL for the fields of `Special`, only for links with extra features, so that plain links use less memory.
 */
const special = sql`
  case when link.purpose <> 'link' or link.kind <> 'direct' or link.password_hash is not null
    or link.click_limit is not null or link.held_at is not null or link.rules <> '{}' or link.preview_title <> '' or link.preview_description <> '' or link.preview_image is not null
    or exists (select from links.link_pixel where link_pixel.link_id = link.id)
  then json_build_object(
    'purpose', link.purpose,
    'ownerId', link.account_id::text,
    'title', link.title,
    'description', link.description,
    'kind', link.kind,
    'splashId', link.splash_id::text,
    'overlayId', link.overlay_id::text,
    'preview', json_build_object(
      'title', link.preview_title, 'description', link.preview_description, 'image', link.preview_image),
    'pixels', (
      select coalesce(json_agg(json_build_object('type', pixel.provider, 'tag', pixel.tag) order by pixel.id), '[]')
      from links.link_pixel join links.pixel on pixel.id = link_pixel.pixel_id and pixel.deleted_at is null
      where link_pixel.link_id = link.id),
    'passwordHash', link.password_hash,
    'clickLimit', link.click_limit,
    'isSpent', link.click_limit is not null and link.click_limit <= coalesce(
      (select used from links.click_allowance where click_allowance.link_id = link.id),
      (select clicks from links.link_total where link_total.link_id = link.id), 0),
    'heldFor', case when link.held_at is not null then coalesce(link.held_for, 'listed') end,
    'rules', nullif(link.rules, '{}')
  ) end`;

const columns = sql`
  link.id, link.url, link.status, link.expires_at, link.expired_url,
  link.disabled_at is not null as is_disabled, link.suspended_at is not null as is_suspended,
  ${special} as special`;

type PlacedRow = Row & LinkPlace & { is_deleted: boolean };

const deletedColumns = sql`0, '', 302, null, null, false, false, null`;

/**
 * Looks up any number of links and returns them in order. `null`: it never existed. `deleted`: it was deleted.
 * Links of the default domain, which are most, are found in one scan of the index for all aliases.
 */
export async function findRedirectLinks(
  app: Pick<App, 'db'>,
  places: readonly LinkPlace[],
): Promise<(RedirectLink | 'deleted' | null)[]> {
  const branded = places.filter(({ host }) => host !== '');
  const aliases = places.filter(({ host }) => host === '').map(({ alias }) => alias);
  const rows = await Promise.all([
    aliases.length > 0 ? selectOnDefaultDomain(app.db, { aliases }, undefined) : [],
    branded.length > 0 ? findOnBrandedDomains(app, branded) : [],
  ]);
  const keyOf = ({ host, alias }: LinkPlace) => `${host}/${alias}`;
  const found = new Map<string, RedirectLink | 'deleted'>();
  for (const row of rows.flat()) {
    if (!row.is_deleted) found.set(keyOf(row), toLink(row));
    else if (!found.has(keyOf(row))) found.set(keyOf(row), 'deleted');
  }
  return places.map((place) => found.get(keyOf(place)) ?? null);
}

// Both return rows only for existing links, because most guessed aliases do not exist.

const selectOnDefaultDomain = compileOnce((db, { aliases }: { aliases: string[] }) => {
  const query = sql<PlacedRow>`
    with wanted as materialized (select ${aliases}::text[] as aliases)
    select '' as host, link.alias, false as is_deleted, ${columns} from links.link
    where coalesce(link.domain_id, 0) = 0 and link.alias = any ((select aliases from wanted)::text[])
      and link.deleted_at is null
    union all
    select '', link.alias, true, ${deletedColumns} from links.link
    where coalesce(link.domain_id, 0) = 0 and link.alias = any ((select aliases from wanted)::text[])
      and link.deleted_at is not null`;
  return { compile: () => query.compile(db) };
});

async function findOnBrandedDomains({ db }: Pick<App, 'db'>, places: LinkPlace[]): Promise<PlacedRow[]> {
  const hosts = places.map(({ host }) => host);
  const aliases = places.map(({ alias }) => alias);
  const { rows } = await sql<PlacedRow>`
    with place as materialized (
      select place.host, place.alias, domain.id as domain_id
      from unnest(${hosts}::text[], ${aliases}::text[]) as place (host, alias)
      join links.domain on domain.host = place.host
    )
    select place.host, place.alias, false as is_deleted, ${columns}
    from place join links.link on coalesce(link.domain_id, 0) = place.domain_id
      and link.alias = place.alias and link.deleted_at is null
    union all
    select place.host, place.alias, true, ${deletedColumns}
    from place where exists (
      select from links.link where coalesce(link.domain_id, 0) = place.domain_id
        and link.alias = place.alias and link.deleted_at is not null)`.execute(db);
  return rows;
}

/** Returns any number of links in order. `null`: there is no such link. */
export const getLinks = async (
  app: Pick<App, 'db'>,
  places: readonly LinkPlace[],
): Promise<(RedirectLink | null)[]> =>
  (await findRedirectLinks(app, places)).map((found) => (found === 'deleted' ? null : found));

export interface PlacedLink {
  place: LinkPlace;
  link: RedirectLink;
}

/** Returns the newest links older than `before`, newest first, with their lookup keys. */
export async function getNewestLinks(
  { db }: Pick<App, 'db'>,
  { before, count }: { before: string | null; count: number },
): Promise<PlacedLink[]> {
  const { rows } = await sql<Row & LinkPlace>`
    select coalesce(domain.host, '') as host, link.alias, ${columns}
    from links.link left join links.domain on domain.id = link.domain_id
    where link.deleted_at is null and (${before}::bigint is null or link.id < ${before})
    order by link.id desc
    limit ${count}`.execute(db);
  return rows.map((row) => ({ place: { host: row.host, alias: row.alias }, link: toLink(row) }));
}

/** Returns one of the account's links by id, as the redirect loads it. */
export async function getLinkOf(
  { db }: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<RedirectLink | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from links.link
    where link.id = ${id} and link.account_id = ${accountId} and link.purpose = 'link' and link.deleted_at is null`.execute(
    db,
  );
  return rows[0] && toLink(rows[0]);
}

function toLink(row: Row): RedirectLink {
  const parameters = row.special?.rules?.parameters ?? [];
  return {
    id: row.id,
    to: forHeader(append(row.url, parameters)),
    status: row.status,
    expiresAt: row.expires_at?.getTime(),
    expiredTo: row.expired_url === null ? undefined : forHeader(row.expired_url),
    isDisabled: row.is_disabled,
    isSuspended: row.is_suspended,
    special: row.special ? toSpecial(row.special) : undefined,
  };
}

const toSpecial = ({ rules, ...rest }: NonNullable<Row['special']>): Special => ({
  ...rest,
  bytes: 2 * JSON.stringify(rules).length + JSON.stringify(rest).length,
  targets: rules && indexTargets(rules),
});
