import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { DB } from '../../platform/database/rows.gen.ts';

const database = expressionBuilder<DB>();

/**
 * Accounts visible to others: not suspended, deleted or scheduled for deletion. Has only columns that are
 * public. Can be joined or selected from: `.innerJoin(livePeople('author'), (join) => join.onRef('author.id',
 * '=', 'post.author_id'))`.
 */
export const livePeople = <Alias extends string>(alias: Alias) =>
  existing().where('suspended_at', 'is', null).where('deletion_requested_at', 'is', null).as(alias);

/**
 * The visible account whose id is in `column`, for lateral joins. `offset 0` forces one lookup per row;
 * PostgreSQL might scan all accounts otherwise.
 */
export const livePerson = <Alias extends string>(alias: Alias, column: string) =>
  existing()
    .where('suspended_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .where('id', '=', sql.ref<string>(column))
    .modifyEnd(sql`offset 0`)
    .as(alias);

/**
 * Like `livePeople`, but including accounts that are suspended or scheduled for deletion, because moderators
 * still act on them.
 */
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

/**
 * SQL: whether a row of `identity.account` is visible to others. For queries that need columns `livePeople`
 * does not have.
 */
export const isLive = (
  account: string,
): RawBuilder<SqlBool> => sql`(${sql.ref(`${account}.deleted_at`)} is null
  and ${sql.ref(`${account}.suspended_at`)} is null and ${sql.ref(`${account}.deletion_requested_at`)} is null)`;

/** Ids of accounts scheduled for deletion. Their activity counts until it is erased. */
export const accountsBeingDeleted = sql`select id from identity.account where deletion_requested_at is not null`;
