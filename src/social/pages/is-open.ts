import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';

/**
 * Whether a row of `social.page` is there for everybody. A page closes with its owner's account, unless an admin is left to
 * whom it will pass on.
 */
export const isOpenPage = (page: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${page}.${column}`);
  return sql`(${of('deleted_at')} is null and ${of('suspended_at')} is null and ${of('held_at')} is null
    and (not exists (select from identity.account where id = ${of('owner_id')} and closing_at is not null)
      or exists (select from social.page_role as admin join identity.account as heir on heir.id = admin.account_id
        where admin.page_id = ${of('id')} and admin.role = 'admin' and ${isLive('heir')})))`;
};
