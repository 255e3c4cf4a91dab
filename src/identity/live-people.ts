import { expressionBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/rows.gen.ts';

const database = expressionBuilder<DB>();

/**
 * Accounts that others may meet, neither suspended nor deleted, with nothing in them that is not for everybody.
 * To be joined or selected from: `.innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'post.author_id'))`.
 */
export const livePeople = <Alias extends string>(alias: Alias) =>
  database
    .selectFrom('identity.account')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
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
      sql<string>`lower(username || ' ' || first_name || ' ' || last_name)`.as('searchable'),
    ])
    .as(alias);
