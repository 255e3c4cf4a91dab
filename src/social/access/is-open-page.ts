import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';

/**
 * Whether a row of `social.page` is visible to everybody. A page disappears with its owner's account, suspended or about to be
 * deleted, unless another admin is left to run it. `offset 0`: asked of each page that a list comes to, and not of all pages
 * beforehand.
 */
export const isOpenPage = (page: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${page}.${column}`);
  return sql`(${of('deleted_at')} is null and ${of('suspended_at')} is null and ${of('held_at')} is null
    and (exists (select from identity.account as owner where owner.id = ${of('owner_id')} and ${isLive('owner')} offset 0)
      or exists (select from social.page_role as admin join identity.account as heir on heir.id = admin.account_id
        where admin.page_id = ${of('id')} and admin.role = 'admin' and ${isLive('heir')} offset 0)))`;
};
