import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { comparableHost } from '../../kernel/comparable.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';

export type Purpose = 'link' | 'bio' | 'qr';

/** A subject of statistics: a link, a bio page or a QR code, with its names. */
export interface StatisticsSubject {
  id: string;
  purpose: Purpose;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  title: string;
  createdAt: Date;
  /** When its statistics were made public. Null: they are private. */
  publicAt: Date | null;
}

const selectSubjects = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .where('link.deleted_at', 'is', null)
    .select([
      'link.id',
      'link.alias',
      'link.title',
      'link.created_at as createdAt',
      'link.statistics_public_at as publicAt',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
    ])
    .select((row) => row.ref('link.purpose').$castTo<Purpose>().as('purpose'));

/**
 * Returns one of the viewer's subjects. Throws a `Problem` if it does not exist or belongs to another
 * account.
 */
export async function getSubject(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<StatisticsSubject> {
  const subject = await selectSubjects(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.id', '=', id)
    .executeTakeFirst();
  if (!subject) throw missing(msg('Link'));
  return subject;
}

/** Returns an account's subjects by id. Excludes deleted ones. */
export async function nameSubjects(
  app: Pick<App, 'db'>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, StatisticsSubject>> {
  const known = ids.filter((id) => /^\d{1,18}$/.test(id));
  if (known.length === 0) return new Map();
  const subjects = await selectSubjects(app)
    .where('link.account_id', '=', accountId)
    .where('link.id', '=', sql<string>`any(${known}::bigint[])`)
    .execute();
  return new Map(subjects.map((subject) => [subject.id, subject]));
}

/** Paths of a subject's statistics. */
export interface StatisticsAddresses {
  page: string;
  /** The part of the page that refreshes. */
  refresh: string;
  /** All values of a dimension, followed by a slash and its name. */
  by: string;
  csv: string;
}

export const addressesOfAccount: StatisticsAddresses = {
  page: '/dashboard/statistics',
  refresh: '/dashboard/statistics/refresh',
  by: '/dashboard/statistics/by',
  csv: '/dashboard/statistics.csv',
};

/** A link's statistics are on its own page. Bio pages and QR codes have a separate page. */
export const addressesOf = ({
  id,
  purpose,
}: Pick<StatisticsSubject, 'id' | 'purpose'>): StatisticsAddresses => ({
  page: purpose === 'link' ? `/dashboard/links/${id}` : `/dashboard/statistics/${id}`,
  refresh: `/dashboard/links/${id}/statistics`,
  by: `/dashboard/statistics/${id}/by`,
  csv: `/dashboard/links/${id}/statistics.csv`,
});

/** Returns the URL of public statistics, always on the default domain. */
export function publicAddress(
  { hopUrl }: Pick<Config, 'hopUrl'>,
  { domain, alias }: Pick<StatisticsSubject, 'domain' | 'alias'>,
): string {
  const path = alias.split('/').map(encodeURIComponent).join('/');
  return domain === null ? `${hopUrl}/${path}/stats` : `${hopUrl}/${new URL(domain).host}/${path}/stats`;
}

/**
 * Returns the subject at an address if its statistics are public. Missing, suspended and private ones are
 * treated the same. `host` is that of a branded domain, or '' for the default domain.
 */
export async function getPublicSubject(
  app: Pick<App, 'db'>,
  { host, alias }: { host: string; alias: string },
): Promise<StatisticsSubject> {
  const subject = await selectSubjects(app)
    .innerJoin('identity.account as owner', 'owner.id', 'link.account_id')
    .where('link.alias', '=', normalize(alias, 'NFC'))
    // Matches the expression of the unique index on aliases.
    .where(sql`coalesce(link.domain_id, 0)`, '=', host === '' ? sql<string>`0` : domainAt(host))
    .where('link.statistics_public_at', 'is not', null)
    .where('link.suspended_at', 'is', null)
    .where(isLive('owner'))
    .executeTakeFirst();
  if (!subject) throw missing(msg('Public statistics'));
  return subject;
}

const domainAt = (host: string) =>
  sql<string>`(select id from links.domain where host = ${comparableHost(host)})`;

/** Makes the statistics of one of the viewer's subjects public or private. */
export const setStatisticsPublic = verb(
  { name: 'statistics.publish', who: 'member' },
  async (app, viewer: Editor, id: string, isPublic: boolean): Promise<void> => {
    const { domain } = await getSubject(app, viewer, id);
    refuseOtherDomain(viewer, domain);
    const { numUpdatedRows } = await app.db
      .updateTable('links.link')
      .set((row) => ({
        statistics_public_at: isPublic
          ? row.fn.coalesce('statistics_public_at', row.val(app.clock.now()))
          : null,
      }))
      .where('account_id', '=', viewer.id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('Link'));
  },
);
