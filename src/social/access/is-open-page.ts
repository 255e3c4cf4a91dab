import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';

/**
 * SQL: whether a row of `social.page` is publicly visible. A page is hidden when its owner's account is
 * suspended or scheduled for deletion, unless another admin remains. `offset 0` forces evaluation per listed
 * page instead of for all pages up front.
 */
export const isOpenPage = (page: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${page}.${column}`);
  return sql`(${of('deleted_at')} is null and ${of('suspended_at')} is null and ${of('held_at')} is null
    and (exists (select from identity.account as owner where owner.id = ${of('owner_id')} and ${isLive('owner')} offset 0)
      or exists (select from social.page_role as admin join identity.account as heir on heir.id = admin.account_id
        where admin.page_id = ${of('id')} and admin.role = 'admin' and ${isLive('heir')} offset 0)))`;
};
