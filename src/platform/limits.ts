import { msg, type Message, Problem } from '../kernel/problem.ts';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import type { Config } from './settings/config.ts';
import { countInMemory, countInPostgres, countInRedis, withMemoryFallback } from './limit-counters.ts';
import type { Count, Counter, LimitRule } from './limit-counters.ts';
import { addManyInPostgres, settleLater } from './limit-settling.ts';
import type { Log } from './logging/log.ts';
import { openRedis } from './redis.ts';

export type { LimitRule } from './limit-counters.ts';

/** The values of rate limit headers. */
export interface LimitState {
  limit: number;
  remaining: number;
  resetAt: Date;
  exceeded: boolean;
}

/** Counts calls by key. Does not throw when a limit is exceeded; `enforce` does. */
export interface Limits {
  consume(rule: LimitRule, key: string): Promise<LimitState>;
  /** Counts synchronously in this process only, for work that is cheaper than waiting for the store. */
  consumeHere(rule: LimitRule, key: string): LimitState;
  /** Returns the state that a call would lead to, without counting it. */
  peek(rule: LimitRule, key: string): Promise<LimitState>;
  /** Uncounts one call that failed and should not count. */
  refund(rule: LimitRule, key: string): Promise<void>;
  reset(rule: LimitRule, key: string): Promise<void>;
  close(): Promise<void>;
}

type Settings = Pick<Config, 'REDIS_URL' | 'RATE_LIMITS' | 'embeddedDatabase' | 'WORKERS'> &
  Partial<Pick<Config, 'DATABASE_PREPARE'>>;

/**
 * Counts in Redis if configured, in memory if this process is the only one, else in PostgreSQL.
 * @param pool without it everything, even durable rules, is counted in memory
 */
export async function openLimits(config: Settings, pool: pg.Pool | undefined, log: Log): Promise<Limits> {
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, log) : undefined;
  const named = { named: config.DATABASE_PREPARE ?? true };
  const alone = config.embeddedDatabase && config.WORKERS === 1;
  const memory = countInMemory();
  const inRedis = redis && countInRedis(redis);
  const usual = inRedis
    ? withMemoryFallback(inRedis, log)
    : pool && !alone
      ? withMemoryFallback(countInPostgres(pool, 'rate_limit', named), log)
      : memory;
  const durable = pool ? withMemoryFallback(countInPostgres(pool, 'durable_limit', named), log) : usual;
  const settling = inRedis
    ? settleLater(
        (calls) => Promise.all(calls.map((each) => inRedis.add(each.rule, each.key, each.calls))),
        log,
      )
    : pool && !alone
      ? settleLater(addManyInPostgres(pool), log)
      : undefined;
  const counterOf = (rule: LimitRule): Counter => {
    if (rule.durable) return durable;
    if (rule.local) return memory;
    if (rule.settlesLater && settling) return settling;
    return usual;
  };

  const toState = (rule: LimitRule, { used, endsIn }: Count, exceeded: boolean): LimitState => ({
    limit: rule.calls,
    remaining: Math.max(0, rule.calls - used),
    resetAt: new Date(Date.now() + endsIn),
    exceeded: exceeded && config.RATE_LIMITS,
  });

  return {
    consumeHere: (rule, key) => {
      const count = memory.addNow(rule, key);
      return toState(rule, count, count.used > rule.calls);
    },
    consume: async (rule, key) => {
      const count = await counterOf(rule).add(rule, key);
      return toState(rule, count, count.used > rule.calls);
    },
    peek: async (rule, key) => {
      const count = await counterOf(rule).read(rule, key);
      return toState(rule, count, count.used >= rule.calls);
    },
    refund: (rule, key) => counterOf(rule).refund(rule, key),
    reset: (rule, key) => counterOf(rule).reset(rule, key),
    close: async () => {
      await settling?.close();
      redis?.disconnect();
    },
  };
}

/** Throws if the limit is exceeded, with the time to retry. */
export function enforce({ exceeded, resetAt }: LimitState): void {
  if (!exceeded) return;
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
  throw new Problem(
    'throttled',
    msg('Too many requests. Try again in {retryAfter}.', { retryAfter: waitingTime(retryAfter) }),
    { retryAfter },
  );
}

/** A waiting time in seconds, as words. */
export function waitingTime(seconds: number): Message {
  return seconds < 120
    ? msg('{seconds, plural, one {# second} other {# seconds}}', { seconds })
    : msg('{minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.ceil(seconds / 60) });
}

/** The rate limit key of an address: an IPv4 address, or the /64 of an IPv6 address. */
export function addressKey(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, ...Array<number>(8).fill(0)]).toString()}/64`;
}
