import { LRUCache } from 'lru-cache';
import type { Count, Counter } from './counter.ts';

/** As many callers as are remembered; some 20 MB when full. Those unheard for longest are forgotten first. */
const maxKeys = 100_000;

/** Counts of this process alone. */
export function countInMemory(): Counter {
  const windows = new LRUCache<string, { used: number; ends: number }>({
    // A size rather than a number, for which room would be taken at once.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  });
  const toCount = ({ used, ends }: { used: number; ends: number }): Count => ({
    used,
    endsIn: ends - Date.now(),
  });
  const current = (id: string) => {
    const window = windows.get(id);
    return window && window.ends > Date.now() ? window : undefined;
  };
  return {
    add: (rule, key) => {
      const id = `${rule.name}:${key}`;
      const window = current(id) ?? { used: 0, ends: Date.now() + rule.within };
      window.used += 1;
      if (rule.blockFor !== undefined && window.used === rule.calls + 1)
        window.ends = Date.now() + rule.blockFor;
      windows.set(id, window);
      return Promise.resolve(toCount(window));
    },
    read: (rule, key) => {
      const window = current(`${rule.name}:${key}`);
      return Promise.resolve(window ? toCount(window) : { used: 0, endsIn: rule.within });
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
