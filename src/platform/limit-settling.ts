import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { seconds } from '../kernel/time.ts';
import { type Count, type Counter, digest, type LimitRule, maxKeys } from './limit-counters.ts';
import type { Log } from './logging/log.ts';

/** Calls that were counted in this process and not yet in the store. */
interface Unsettled {
  rule: LimitRule;
  key: string;
  calls: number;
}

/** Adds calls to the store. Returns its counts in the order of the calls. */
type AddMany = (calls: readonly Unsettled[]) => Promise<Count[]>;

interface SettlingCounter extends Counter {
  /** Adds what this process counted to the store, and takes over what others counted. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What several processes count in between can exceed a limit together. */
const interval = seconds(1);
/** Maximum keys per statement. */
const maxAtOnce = 1000;

interface Window extends Unsettled {
  used: number;
  ends: number;
}

/**
 * Counts in this process and settles with the store every second, so that a read waits for no limit and writes
 * nothing. While the store is unreachable, this process goes on counting.
 */
export function settleLater(addMany: AddMany, log: Log): SettlingCounter {
  const windows = new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  const changed = new Set<Window>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const windowOf = (rule: LimitRule, key: string): Window => {
    const id = `${rule.name}:${key}`;
    const now = Date.now();
    const known = windows.get(id);
    if (known && known.ends > now) return known;
    const window = { rule, key, calls: 0, used: 0, ends: now + rule.within };
    windows.set(id, window);
    return window;
  };
  const toCount = ({ used, ends }: Window): Count => ({ used, endsIn: Math.max(0, ends - Date.now()) });
  const change = (window: Window, calls: number): void => {
    window.used += calls;
    window.calls += calls;
    changed.add(window);
    timer ??= setTimeout(() => {
      timer = undefined;
      void settle();
    }, interval).unref();
  };

  const settleOnce = async (): Promise<void> => {
    const due = [...changed].filter(({ ends }) => ends > Date.now());
    changed.clear();
    for (let from = 0; from < due.length; from += maxAtOnce) {
      const part = due.slice(from, from + maxAtOnce);
      const sent = part.map(({ rule, key, calls }) => ({ rule, key, calls }));
      for (const window of part) window.calls = 0;
      try {
        const counts = await addMany(sent);
        for (const [at, window] of part.entries()) {
          const { used, endsIn } = counts[at] ?? { used: window.used, endsIn: window.ends - Date.now() };
          window.used = used + window.calls;
          window.ends = Date.now() + endsIn;
        }
      } catch (error) {
        for (const [at, window] of part.entries()) {
          window.calls += sent[at]?.calls ?? 0;
          change(window, 0);
        }
        log.debug({ err: error }, 'limits could not be settled');
      }
    }
  };
  const settle = (): Promise<void> => {
    running ??= settleOnce().finally(() => (running = undefined));
    return running;
  };

  return {
    add: (rule, key) => {
      const window = windowOf(rule, key);
      change(window, 1);
      return Promise.resolve(toCount(window));
    },
    read: (rule, key) => Promise.resolve(toCount(windowOf(rule, key))),
    refund: (rule, key) => {
      const window = windowOf(rule, key);
      if (window.used > 0) change(window, -1);
      return Promise.resolve();
    },
    reset: (rule, key) => {
      const window = windowOf(rule, key);
      change(window, -window.used);
      return Promise.resolve();
    },
    settle,
    close: async () => {
      clearTimeout(timer);
      await settle();
    },
  };
}

/** The keys are in order, so that processes do not wait for each other in a circle. */
export const addManyInPostgres =
  (pool: pg.Pool): AddMany =>
  async (calls) => {
    const now = Date.now();
    const rows = calls
      .map(({ rule, key, calls }, at) => ({ at, id: `limit:${rule.name}:${digest(key)}`, calls, rule }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const { rows: counted } = await pool.query<{ key: string; points: number; expire: string }>(
      `insert into system.rate_limit as known (key, points, expire)
       select * from unnest($1::text[], $2::integer[], $3::bigint[])
       on conflict (key) do update set
         points = case when known.expire <= $4 then excluded.points else greatest(0, known.points + excluded.points) end,
         expire = case when known.expire <= $4 then excluded.expire else known.expire end
       returning key, points, expire`,
      [
        rows.map(({ id }) => id),
        rows.map(({ calls }) => calls),
        rows.map(({ rule }) => now + rule.within),
        now,
      ],
    );
    const found = new Map(counted.map((row) => [row.key, row]));
    const counts: Count[] = [];
    for (const { at, id, calls, rule } of rows) {
      const row = found.get(id);
      counts[at] = row
        ? { used: row.points, endsIn: Number(row.expire) - now }
        : { used: calls, endsIn: rule.within };
    }
    return counts;
  };
