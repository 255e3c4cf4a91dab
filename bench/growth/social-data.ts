import type pg from 'pg';
import type { Size } from './open-world.ts';
import { addResponses } from './social/echo-data.ts';
import { addCounts } from './social/counts-data.ts';
import { addPeople, addRelations } from './social/people-data.ts';
import { addPosts } from './social/posts-data.ts';
import { addModeration, addNotifications } from './social/notification-data.ts';
import { addSearchWords } from './social/words-data.ts';

/**
 * Fills people, posts and activity, with everything that the services store for them: counters, search
 * columns, taken names. Deterministic: the same size gives the same network each time.
 */
export async function fillNetwork(pool: pg.Pool, size: Size): Promise<void> {
  await pool.query(`
    create schema bench;
    -- From 0 to 1, by two numbers.
    create function bench.part(i bigint, salt bigint) returns float8 language sql immutable parallel safe
      return (hashint8extended(i, salt) & 9007199254740991) / 9007199254740992.0;
    -- From 1 to the most, where r comes 1/r as often as 1.
    create function bench.rank(i bigint, salt bigint, most bigint) returns bigint language sql immutable parallel safe
      return least(most, floor(power(most::float8, bench.part(i, salt))))::bigint;`);
  await addPeople(pool, size);
  await addRelations(pool, size);
  await addPosts(pool, size);
  await addResponses(pool, size);
  await addNotifications(pool, size);
  await addModeration(pool, size);
  await addCounts(pool);
  await addSearchWords(pool);
}
