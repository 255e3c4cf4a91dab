import { sql } from 'kysely';
import { comparableHost } from '../../kernel/comparable.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { isAlias, isNestedAlias } from './fields.ts';

/** A short link as shown to its owner. */
export interface Link {
  /** Digits. */
  id: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  url: string;
  title: string;
  description: string;
  visibility: Visibility;
  /** The owner's own id of the link. */
  externalId: string | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Whether the owner's public pages may list the link. Anyone with the short URL can use it either way. */
export type Visibility = 'public' | 'private';

/** Returns the short URL. A non-Latin alias is percent-encoded, so that it works wherever it is pasted. */
export const shortAddress = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${link.domain ?? config.hopUrl}/${encodeURIComponent(link.alias).replaceAll('%2F', '/')}`;

/** Returns the short URL for display: without a scheme, and with the alias as entered. */
export const shortName = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${(link.domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${link.alias}`;

/** Selects links that are not deleted, with all fields of `Link`. */
export const selectLinks = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .where('link.deleted_at', 'is', null)
    .where('link.purpose', '=', 'link')
    .select([
      'link.id',
      'link.alias',
      'link.url',
      'link.title',
      'link.description',
      'link.external_id as externalId',
      'link.expires_at as expiresAt',
      'link.created_at as createdAt',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
    ])
    .select((row) => row.ref('link.visibility').$castTo<Visibility>().as('visibility'));

/** Returns a link of this account, or undefined. Links of other accounts count as missing. */
export const findLinkOf = (app: Pick<App, 'db'>, accountId: string, id: string): Promise<Link | undefined> =>
  selectLinks(app).where('link.account_id', '=', accountId).where('link.id', '=', id).executeTakeFirst();

export const aliasTaken = (alias: string) =>
  new Problem('conflict', msg('“{alias}” is taken. Choose another alias.', { alias }), { field: 'custom' });

/**
 * Returns one of the viewer's links. Throws a `Problem` if it does not exist or belongs to another account.
 */
export async function getLink(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  const link = await findLinkOf(app, viewer.id, id);
  if (!link) throw missing(msg('Link'));
  return link;
}

/** Returns the viewer's link with this id of the viewer's own, as validated by `parseExternalId`. */
export const findByExternalId = (
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  externalId: string,
): Promise<Link | undefined> =>
  selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.external_id', '=', externalId)
    .executeTakeFirst();

/** Returns the viewer's links with these ids, or with these ids of the viewer's own. */
export const findLinks = (
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { ids, externalIds }: { ids: readonly string[]; externalIds: readonly string[] },
): Promise<Link[]> =>
  selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .where(sql<boolean>`(link.id = any(${ids}::bigint[]) or link.external_id = any(${externalIds}::text[]))`)
    .execute();

export const externalIdTaken = (externalId: string) =>
  new Problem('conflict', msg('Another of your links has the external_id “{externalId}”', { externalId }), {
    field: 'external_id',
  });

/**
 * SQL for the external id that a restored link gets: none if another link of the account has got it meanwhile.
 */
export const restoredExternalId = sql<string | null>`case when not exists (
  select from links.link as other
  where other.account_id = link.account_id and other.external_id = link.external_id
    and other.deleted_at is null) then link.external_id end`;

/**
 * Returns the viewer's link with this short URL, with or without a scheme. An alias alone refers to the
 * default domain.
 */
export async function findByShort(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Link | undefined> {
  const place = parseShort(short, app.config.hopUrl);
  if (!place || !(isAlias(place.alias) || isNestedAlias(place.alias))) return undefined;
  return selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.alias', '=', place.alias)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** Parses the host (null: the default domain) and alias of a short URL. */
export function parseShort(
  short: string,
  hopUrl: string,
): { host: string | null; alias: string } | undefined {
  const text = withoutScheme(short.trim())
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
  const own = `${withoutScheme(hopUrl)}/`;
  if (text.toLowerCase().startsWith(own.toLowerCase())) return parsePlace(null, text.slice(own.length));
  const slash = text.indexOf('/');
  return slash < 0
    ? parsePlace(null, text)
    : parsePlace(comparableHost(text.slice(0, slash)), text.slice(slash + 1));
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, '');

function parsePlace(host: string | null, path: string): { host: string | null; alias: string } | undefined {
  try {
    return { host, alias: normalize(decodeURIComponent(path), 'NFC') };
  } catch {
    // A malformed percent escape is never a short URL.
    return undefined;
  }
}

/** Undeletes one of the viewer's links, bio pages or codes. Throws a conflict if its alias has been taken. */
export async function undeleteLink(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { id, purpose }: { id: string; purpose: 'link' | 'bio' | 'qr' },
  taken: Problem = aliasTaken(t('The alias')),
): Promise<void> {
  await db
    .updateTable('links.link')
    .set({ deleted_at: null, external_id: restoredExternalId })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('purpose', '=', purpose)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'link_alias') ? taken : error;
    });
}

const atOnce = 8;
/** Maximum duration of a run. Shorter than the interval between runs, and short enough for shutdown. */
const longestRun = seconds(20);

/** A link with pending background work. */
export interface DueLink {
  id: string;
  url: string;
}

/**
 * Runs `work` for links that are due by this column, newest first. Each is tried only once, even if it fails.
 */
export async function processDueLinks(
  app: App,
  column: 'title_due_at' | 'target_check_due_at',
  work: (app: App, link: DueLink) => Promise<void>,
): Promise<void> {
  const end = app.clock.now().getTime() + longestRun;
  let links: DueLink[];
  do {
    links = await claimDueLinks(app, column);
    await Promise.all(links.map((link) => work(app, link)));
  } while (links.length === atOnce && app.clock.now().getTime() < end);
}

async function claimDueLinks({ db }: App, column: string): Promise<DueLink[]> {
  const due = sql.ref(column);
  const { rows } = await sql<DueLink>`update links.link set ${due} = null where id in (
      select id from links.link where ${due} is not null order by ${due} desc limit ${atOnce} for update skip locked
    ) returning id, url`.execute(db);
  return rows;
}

/** The lookup key of a link: the host of a branded domain ('' for the default domain) and the alias. */
export interface LinkPlace {
  host: string;
  alias: string;
}

const topic = 'links.changed';

interface Changed {
  id: string;
  domain: string | null;
  alias: string;
}
type Publisher = Pick<App, 'broadcast' | 'db' | 'afterCommit'>;

/**
 * Invalidates a cached link in every process. Must be called in the transaction that adds, changes or deletes
 * it, and for both keys when a link moves.
 */
export const publishLinkChange = (app: Publisher, link: Changed): Promise<void> =>
  app.broadcast.publish(app, topic, messageOf(link));

/** As many as fit into a notification of PostgreSQL, which has 8,000 bytes. */
const perMessage = 20;

/** As `publishLinkChange`, for many links. */
export async function publishLinkChanges(app: Publisher, links: readonly Changed[]): Promise<void> {
  for (let at = 0; at < links.length; at += perMessage)
    await app.broadcast.publish(app, topic, links.slice(at, at + perMessage).map(messageOf));
}

const messageOf = ({ id, domain, alias }: Changed) => ({
  id,
  host: domain?.replace(/^https?:\/\//, '') ?? '',
  alias,
});

/** Subscribes to link changes. Returns a function that ends the subscription. */
export function onLinkChanged(
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (place: LinkPlace) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) => {
    for (const place of [payload].flat()) changed(place as unknown as LinkPlace);
  });
}
