import { sql } from 'kysely';
import { type AuditNote, listAuditEntriesOf } from '../../identity/operators/audit.ts';
import { missing, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { parseShort, shortAddress } from '../link/link.ts';
import { destinationFields } from './assessment.ts';
import type { LinkReport } from './reports.ts';
import { parseTargetParts } from './rule.ts';

/** A link as shown to operators, of any owner. */
export interface ModeratedLink {
  id: string;
  purpose: 'link' | 'bio' | 'qr';
  domain: string | null;
  alias: string;
  url: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  heldAt: Date | null;
  heldFor: string | null;
  suspendedAt: Date | null;
  suspendedWith: 'link' | 'domain' | 'owner' | null;
  disabledAt: Date | null;
  deletedAt: Date | null;
  ownerId: string;
  owner: string;
  clicks: number;
}

/** Selects links of all accounts, including deleted ones, with all fields of `ModeratedLink`. */
const selectWatched = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .innerJoin('identity.account as owner', 'owner.id', 'link.account_id')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select([
      'link.id',
      'link.alias',
      'link.url',
      'link.title',
      'link.created_at as createdAt',
      'link.updated_at as updatedAt',
      'link.held_at as heldAt',
      'link.held_for as heldFor',
      'link.suspended_at as suspendedAt',
      'link.disabled_at as disabledAt',
      'link.deleted_at as deletedAt',
      'link.account_id as ownerId',
      'owner.username as owner',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
      sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'),
    ])
    .select((row) => [
      row.ref('link.purpose').$castTo<ModeratedLink['purpose']>().as('purpose'),
      row.ref('link.suspended_with').$castTo<ModeratedLink['suspendedWith']>().as('suspendedWith'),
    ]);

/** Returns the subject of audit log entries about a link. */
export const linkSubject = (linkId: string) => `link ${linkId}`;

/** Returns the short URL of a link, page or code. The slash in a QR code's alias is not escaped. */
export const followedAddress = (
  config: { hopUrl: string },
  { domain, alias }: Pick<ModeratedLink, 'domain' | 'alias'>,
): string =>
  alias.startsWith('qr/') ? `${domain ?? config.hopUrl}/${alias}` : shortAddress(config, { domain, alias });

/**
 * Returns any link, page or code with this short URL, of any owner. An alias alone refers to the default
 * domain.
 */
export async function findAnyLink(
  app: Pick<App, 'db' | 'config'>,
  short: string,
): Promise<ModeratedLink | undefined> {
  const text = short.trim();
  const place = /^\/?qr\/[^/]+$/.test(text)
    ? { host: null, alias: text.replace(/^\//, '') }
    : parseShort(text, app.config.hopUrl);
  if (!place || place.alias === '' || short.includes('\0')) return undefined;
  return selectWatched(app)
    .where('link.alias', '=', place.alias)
    .where('link.deleted_at', 'is', null)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** Returns any link, including deleted ones. */
export async function getWatched(app: Pick<App, 'db'>, id: string): Promise<ModeratedLink> {
  const link = await selectWatched(app).where('link.id', '=', id).executeTakeFirst();
  if (!link) throw missing(msg('Link'));
  return link;
}

/** Data that an operator needs to decide about a link. */
export interface LinkReview {
  link: ModeratedLink;
  /** Host of the destination, or '' if there is none. */
  domain: string;
  owner: { suspendedAt: Date | null; /** Counted up to 1,000. */ links: number };
  others: { links: ModeratedLink[]; count: number };
  reports: LinkReport[];
  notes: AuditNote[];
}

export async function getLinkReview(app: App, id: string): Promise<LinkReview> {
  const link = await getWatched(app, id);
  const domain = parseTargetParts(link.url)?.host ?? '';
  return {
    link,
    domain,
    owner: await getOwner(app, link.ownerId),
    others: domain === '' ? { links: [], count: 0 } : await listLeadingTo(app, domain, id),
    reports: await listReportsOf(app, id),
    notes: await listAuditEntriesOf(app, linkSubject(id)),
  };
}

async function getOwner({ db }: App, id: string): Promise<LinkReview['owner']> {
  return db
    .selectFrom('identity.account as account')
    .select('account.suspended_at as suspendedAt')
    .select((row) =>
      row
        .selectFrom(
          row
            .selectFrom('links.link')
            .select('links.link.id')
            .where('links.link.account_id', '=', id)
            .where('links.link.deleted_at', 'is', null)
            .limit(1000)
            .as('some'),
        )
        .select((some) => some.fn.countAll<string>().as('links'))
        .as('links'),
    )
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ suspendedAt, links }) => ({ suspendedAt, links: Number(links) }));
}

export interface ReportedLink extends ModeratedLink {
  reports: number;
  categories: LinkReport['category'][];
  lastReportAt: Date;
  lastReport: string;
}

export const reportedPerPage = 25;

/** Returns links with open reports, most reported first. */
export async function listReported(app: Pick<App, 'db'>, page = 1): Promise<ReportedLink[]> {
  const { rows } = await sql<{
    id: string;
    reports: number;
    categories: LinkReport['category'][];
    at: Date;
    last: string;
  }>`
    select link_id as id, count(*)::int as reports, array_agg(distinct category) as categories,
      max(created_at) as at, max(id) as last
    from links.report where decided_at is null
    group by link_id
    order by count(*) desc, max(id) desc
    limit ${reportedPerPage} offset ${(page - 1) * reportedPerPage}`.execute(app.db);
  if (rows.length === 0) return [];
  const links = await selectWatched(app)
    .where(
      'link.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.flatMap(({ id, reports, categories, at, last }) =>
    links
      .filter((link) => link.id === id)
      .map((link) => ({ ...link, reports, categories, lastReportAt: at, lastReport: last })),
  );
}

/** Returns the reports of a link, newest first. */
async function listReportsOf({ db }: Pick<App, 'db'>, linkId: string): Promise<LinkReport[]> {
  return db
    .selectFrom('links.report')
    .select(['reason', 'contact', 'created_at as createdAt', 'decided_at as decidedAt'])
    .select((row) => row.ref('category').$castTo<LinkReport['category']>().as('category'))
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}

export const watchedPerPage = 30;

export type QueueOrder = 'newest' | 'held' | 'suspended';

/** Returns links of all accounts, newest first. `before` is the last id of the previous page. */
export function listWatched(
  app: Pick<App, 'db'>,
  { show, before }: { show: QueueOrder; before?: string | undefined },
): Promise<ModeratedLink[]> {
  return selectWatched(app)
    .where('link.deleted_at', 'is', null)
    .$if(show === 'held', (query) => query.where('link.held_at', 'is not', null))
    .$if(show === 'suspended', (query) => query.where('link.suspended_at', 'is not', null))
    .$call(whenGiven(before, (query, before) => query.where('link.id', '<', before)))
    .orderBy('link.id', 'desc')
    .limit(watchedPerPage)
    .execute();
}

/** Returns some of the links to a domain or its subdomains, and their number, counted up to 1,000. */
async function listLeadingTo(
  app: Pick<App, 'db'>,
  domain: string,
  but: string,
): Promise<{ links: ModeratedLink[]; count: number }> {
  const found = selectWatched(app)
    .where(destinationFields(domain))
    .where('link.deleted_at', 'is', null)
    .where('link.id', '<>', but);
  const links = await found.orderBy('link.id', 'desc').limit(10).execute();
  const { count } = await app.db
    .selectFrom(found.clearSelect().select('link.id').limit(1000).as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { links, count };
}
