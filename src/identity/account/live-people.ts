import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { DB } from '../../platform/database/rows.gen.ts';

const database = expressionBuilder<DB>();

/**
 * Accounts that others may meet, not suspended, deleted, or about to be, with nothing in them that is not for everybody.
 * To be joined or selected from: `.innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'post.author_id'))`.
 */
export const livePeople = <Alias extends string>(alias: Alias) =>
  existing().where('suspended_at', 'is', null).where('deletion_requested_at', 'is', null).as(alias);

/**
 * The one of them whose id is in a column, to be joined laterally. `offset 0`: looked up for each row that a list comes to;
 * PostgreSQL might read all accounts instead.
 */
export const livePerson = <Alias extends string>(alias: Alias, column: string) =>
  existing()
    .where('suspended_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .where('id', '=', sql.ref<string>(column))
    .modifyEnd(sql`offset 0`)
    .as(alias);

/** The same with accounts that are suspended or about to be deleted: moderators decide about them all the same. */
export const existingPeople = <Alias extends string>(alias: Alias) => existing().as(alias);

const existing = () =>
  database
    .selectFrom('identity.account')
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'gender',
      'biography',
      'picture',
      'picture_small',
      'cover',
      'registered_at',
      'last_seen_at',
      'verified_at',
      'is_former',
      sql<string>`lower(username)`.as('username_key'),
      sql<string>`search.name(username || ' ' || first_name || ' ' || last_name)`.as('searchable'),
    ]);

/** Whether a row of `identity.account` is one that others may meet, for queries that need more of it. */
export const isLive = (
  account: string,
): RawBuilder<SqlBool> => sql`(${sql.ref(`${account}.deleted_at`)} is null
  and ${sql.ref(`${account}.suspended_at`)} is null and ${sql.ref(`${account}.deletion_requested_at`)} is null)`;

/** Ids of the accounts whose owners have asked for their deletion. What they did is in the counts until it is erased. */
export const accountsBeingDeleted = sql`select id from identity.account where deletion_requested_at is not null`;
