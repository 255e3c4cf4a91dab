import { LRUCache } from 'lru-cache';
import type { Count, Counter, LimitRule } from './counter.ts';

/** Maximum number of keys, about 20 MB. The least recently used are evicted first. */
const maxKeys = 100_000;

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
