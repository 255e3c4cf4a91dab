import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { IRateLimiterOptions, RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import { seconds } from '../kernel/time.ts';
import type { Log } from './logging/log.ts';
import type { Cluster, Redis } from './redis.ts';

/** How often one caller may do something. */
export interface LimitRule {
  name: string;
  calls: number;
  /** In milliseconds, a multiple of 1000. */
  within: number;
  /** How long a key stays blocked after exceeding the limit, in milliseconds. */
  blockFor?: number;
  /** Whether counts survive a restart or crash, whatever the store of other rules. For sign-in lockouts. */
  durable?: boolean;
  /**
   * Whether a process counts by itself and settles with the store every second. For limits of all calls, which
   * are too frequent for a write each.
   */
  settlesLater?: boolean;
  /** Whether each process counts separately, for work that is cheaper than querying the store. */
  local?: boolean;
}

export interface Count {
  /** Calls in the current window. */
  used: number;
  /** Milliseconds until the window or the block ends. */
  endsIn: number;
}

/** A store of counts: memory, PostgreSQL or Redis. */
export interface Counter {
  /** `calls`: 1 by default. */
  add(rule: LimitRule, key: string, calls?: number): Promise<Count>;
  read(rule: LimitRule, key: string): Promise<Count>;
  /** Uncounts one call. */
  refund(rule: LimitRule, key: string): Promise<void>;
  reset(rule: LimitRule, key: string): Promise<void>;
}

/** Maximum number of keys, about 20 MB. The least recently used are evicted first. */
export const maxKeys = 100_000;

/** Counts of this process only, available synchronously. */
interface MemoryCounter extends Counter {
  addNow(rule: LimitRule, key: string): Count;
}

export function countInMemory(): MemoryCounter {
  const windows = new LRUCache<string, { used: number; ends: number }>({
    // `maxSize` rather than `max`, which would allocate the space immediately.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  });
  const current = (id: string, now = Date.now()) => {
    const window = windows.get(id);
    return window && window.ends > now ? window : undefined;
  };
  const addNow = (rule: LimitRule, key: string): Count => {
    const id = `${rule.name}:${key}`;
    const now = Date.now();
    const known = current(id, now);
    const window = known ?? { used: 0, ends: now + rule.within };
    window.used += 1;
    if (rule.blockFor !== undefined && window.used === rule.calls + 1) window.ends = now + rule.blockFor;
    if (!known) windows.set(id, window);
    return { used: window.used, endsIn: window.ends - now };
  };
  return {
    addNow,
    add: (rule, key) => Promise.resolve(addNow(rule, key)),
    read: (rule, key) => {
      const window = current(`${rule.name}:${key}`);
      const { used, ends } = window ?? { used: 0, ends: Date.now() + rule.within };
      return Promise.resolve({ used, endsIn: ends - Date.now() });
    },
    refund: (rule, key) => {
      const window = current(`${rule.name}:${key}`);
      if (window) window.used -= 1;
      return Promise.resolve();
    },
    reset: (rule, key) => {
      windows.delete(`${rule.name}:${key}`);
      return Promise.resolve();
    },
  };
}

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

export const countInRedis = (redis: Redis | Cluster): Counter =>
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
    add: async (rule, key, calls = 1) =>
      toCount(await limiterOf(rule).consume(digest(key), calls).catch(whenExceeded)),
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
export const digest = (key: string) => hash('sha256', key, 'base64url').slice(0, 22);

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

export interface DeviceTraits {
  userAgent: string;
  address: string;
  /** The device name sent by the app. */
  name?: string | undefined;
}

/**
 * The key of limits by device: the kind of browser or app, and its wider network. Changing the address within
 * a provider's network is still the same device, and the same browser version in different networks is not.
 */
export function deviceKey({ userAgent, address, name = '' }: DeviceTraits): string {
  return `${networkOf(address)} ${name} ${userAgent.replace(/[\d.]+/g, '')}`;
}

/** The /16 of an IPv4 address, or the /40 of an IPv6 address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return bytes.slice(0, parsed.kind() === 'ipv4' ? 2 : 5).join('.');
}
