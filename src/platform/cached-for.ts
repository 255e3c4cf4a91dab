import type { App } from './app.ts';

/**
 * Caches the result of `read` in memory for the given time. For expensive figures that need not be current.
 * Concurrent callers share one result. Failures are not cached.
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
