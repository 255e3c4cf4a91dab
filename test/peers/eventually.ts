import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds. Ends only what never happens, and is far beyond what a slow and busy machine needs. */
const longest = 120_000;

/**
 * Asks until the value is as wanted, and returns it. Returns the last value if it never is, so that the
 * caller's assertion shows the difference.
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
  pause = 20,
): Promise<T> {
  const end = performance.now() + longest;
  for (;;) {
    const value = await ask();
    if (isWanted(value) || performance.now() > end) return value;
    await sleep(pause);
  }
}
