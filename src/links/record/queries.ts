import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Link, Visibility } from './link.ts';

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
      'link.expires_at as expiresAt',
      'link.created_at as createdAt',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
    ])
    .select((row) => row.ref('link.visibility').$castTo<Visibility>().as('visibility'));

/** Returns a link of this account, or undefined. Links of other accounts count as missing. */
export const findLinkOf = (app: Pick<App, 'db'>, accountId: string, id: string): Promise<Link | undefined> =>
  selectLinks(app).where('link.account_id', '=', accountId).where('link.id', '=', id).executeTakeFirst();

export const aliasTaken = (alias: string) =>
  new Problem('conflict', t('“{alias}” is taken. Choose another alias.', { alias }), { field: 'custom' });
