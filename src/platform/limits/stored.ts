import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { IRateLimiterOptions, RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import { seconds } from '../../kernel/time.ts';
import type { Log } from '../logging/log.ts';
import type { Redis } from '../redis.ts';
import type { Count, Counter, LimitRule } from './counter.ts';
import { countInMemory } from './memory.ts';

/** Slower counts fall back to memory, so no request waits for a limit. */
const maxWait = seconds(2);

/**
 * @param named whether to use named prepared statements, which a pooler in transaction mode does not support
 */
export const countInPostgres = (
  pool: pg.Pool,
  table: 'rate_limit' | 'durable_limit',
  { named }: { named: boolean },
): Counter =>
  countWith(
    (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: limiterPool(pool, named),
        storeType: 'pool',
        schemaName: 'system',
        tableName: table,
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
  );

/** Adapts the pool to the interface of the limiter library. */
const limiterPool = (pool: pg.Pool, named: boolean) => ({
  query: ({ name, ...statement }: pg.QueryConfig) => {
    const brief = { ...statement, ...(named && { name }), query_timeout: maxWait };
    return pool.query(brief as pg.QueryConfig);
  },
});

export const countInRedis = (redis: Redis): Counter =>
  countWith(
    (options) => new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }),
  );

type CreateLimiter = (
  options: Required<Pick<IRateLimiterOptions, 'keyPrefix' | 'points' | 'duration' | 'blockDuration'>>,
) => RateLimiterStoreAbstract;

/** One limiter for each rule, created on first use. */
function countWith(create: CreateLimiter): Counter {
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const limiterOf = ({ name, calls, within, blockFor = 0 }: LimitRule) => {
    const id = `${name} ${calls} ${within} ${blockFor}`;
    const limiter =
      limiters.get(id) ??
      create({
        keyPrefix: `limit:${name}`,
        points: calls,
        duration: within / 1000,
        blockDuration: blockFor / 1000,
      });
    limiters.set(id, limiter);
    return limiter;
  };
  return {
    add: async (rule, key) => toCount(await limiterOf(rule).consume(digest(key)).catch(whenExceeded)),
    read: async (rule, key) => {
      const found = await limiterOf(rule).get(digest(key));
      return found ? toCount(found) : { used: 0, endsIn: rule.within };
    },
    refund: async (rule, key) => {
      await limiterOf(rule).reward(digest(key));
    },
    reset: async (rule, key) => {
      await limiterOf(rule).delete(digest(key));
    },
  };
}

/** Keys contain addresses and names of people, so the store only gets their hashes. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

const toCount = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  used: consumedPoints,
  endsIn: msBeforeNext,
});

/** The library rejects with the count if a limit is exceeded, and with an error if the store failed. */
function whenExceeded(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

const pause = 5000;

/**
 * Counts in memory while the store is unreachable: a limit that is too generous is better than an API that
 * fails.
 */
export function withMemoryFallback(store: Counter, log: Log): Counter {
  const memory = countInMemory();
  let awayUntil = 0;
  const attempt = async <T>(work: (counter: Counter) => Promise<T>): Promise<T> => {
    if (Date.now() < awayUntil) return work(memory);
    try {
      return await work(store);
    } catch (error) {
      awayUntil = Date.now() + pause;
      log.warn({ err: error }, 'the rate limit store is unavailable; counting in memory');
      return work(memory);
    }
  };
  return {
    add: (rule, key) => attempt((counter) => counter.add(rule, key)),
    read: (rule, key) => attempt((counter) => counter.read(rule, key)),
    refund: (rule, key) => attempt((counter) => counter.refund(rule, key)),
    reset: (rule, key) => attempt((counter) => counter.reset(rule, key)),
  };
}
