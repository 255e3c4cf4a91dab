import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

export type Purpose = 'link' | 'bio' | 'qr';

/** A subject of statistics: a link, a bio page or a QR code, with its names. */
export interface Subject {
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

export const selectSubjects = ({ db }: Pick<App, 'db'>) =>
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
): Promise<Subject> {
  const subject = await selectSubjects(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.id', '=', id)
    .executeTakeFirst();
  if (!subject) throw missing(t('Link'));
  return subject;
}

/** Returns an account's subjects by id. Excludes deleted ones. */
export async function nameSubjects(
  app: Pick<App, 'db'>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  const known = ids.filter((id) => /^\d{1,18}$/.test(id));
  if (known.length === 0) return new Map();
  const subjects = await selectSubjects(app)
    .where('link.account_id', '=', accountId)
    .where('link.id', '=', sql<string>`any(${known}::bigint[])`)
    .execute();
  return new Map(subjects.map((subject) => [subject.id, subject]));
}
