import type { App } from './app.ts';

/**
 * What `read` finds, kept in memory for so many milliseconds: for figures that cost much and need not be of this second.
 * Those who ask meanwhile wait for the same answer; a failure is not kept.
 */
export function cachedFor<T>(milliseconds: number, read: (app: App) => Promise<T>): (app: App) => Promise<T> {
  const cache = new WeakMap<App['db'], { until: number; found: Promise<T> }>();
  return (app) => {
    const now = app.clock.now().getTime();
    const before = cache.get(app.db);
    if (before && before.until > now) return before.found;
    const found = read(app);
    cache.set(app.db, { until: now + milliseconds, found });
    found.catch(() => cache.delete(app.db));
    return found;
  };
}
