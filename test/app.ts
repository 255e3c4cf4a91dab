import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test as nodeTest } from 'node:test';
import type { TestContext } from 'node:test';
import type { App } from '../src/platform/app.ts';
import { type Config, type Environment, loadConfig } from '../src/platform/settings/config.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openLimits } from '../src/platform/limits.ts';
import { openApp } from '../src/platform/open-app.ts';
import type { OpenApp } from '../src/platform/open-app.ts';
import { cloneDatabase, connectionTo, dropDatabase, testDay, tidyUpAfterTests } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'plaza-test-'));
/** Resources shared by tests, closed in reverse order when the run ends. */
const opened: (() => PromiseLike<unknown>)[] = [];

// Registered here rather than where resources are opened, because a hook registered inside a test runs when
// that test ends.
after(async () => {
  for (const close of opened.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});
tidyUpAfterTests();

/**
 * The default, and 40 MB by which a sandbox is larger that runs from the sources. It would rest above the limit, and a
 * process would start for each picture.
 */
export const sandboxMemory = '184';

/**
 * Configuration shared by tests: fixed addresses, a fixed key, and loopback allowed for the servers that
 * tests start.
 */
export const testConfig = (environment: Environment = {}): Config =>
  loadConfig({
    DATA_DIR: folder,
    PLAZA_URL: 'http://plaza.test',
    HOP_URL: 'http://hop.test',
    SECRET_KEY: '5e'.repeat(32),
    LOG_LEVEL: 'silent',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    RATE_LIMITS: 'false',
    // The disk of a machine with tests may be full.
    DISK_RESERVE_MIB: '0',
    // Tests wait for sandboxes, also on a busy machine.
    SANDBOX_NICENESS: '0',
    SANDBOX_MEMORY_MB: sandboxMemory,
    SESSION_CACHE_SECONDS: '0',
    // Tests change data without invalidating the page cache.
    PAGE_CACHE_MIB: '0',
    ...environment,
  });

export const silentLog = createLog({ LOG_LEVEL: 'silent' });

/** A clock that only moves when a test turns it. */
export interface TestClock {
  now(): Date;
  turn(milliseconds: number): void;
  set(time: Date): void;
}

export function createClock(start = new Date(`${testDay}T12:00:00Z`)): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    turn: (milliseconds) => void (at += milliseconds),
    set: (time) => void (at = time.getTime()),
  };
}

export type TestApp = App & { clock: TestClock };

/**
 * Returns a test function that isolates each test in a transaction that is rolled back, so tests need no
 * cleanup and run in any order. They share a database, filled once by `begin`.
 */
export function isolatedTests<T>(begin: (app: TestApp) => Promise<T>) {
  let shared: Promise<{ app: App; begun: T }> | undefined;
  const openShared = async () => {
    const open = await openApp(testConfig(), await connectionTo(await cloneDatabase()), silentLog);
    opened.push(() => open.close());
    return { app: open.app, begun: await begin({ ...open.app, clock: createClock() }) };
  };
  return (
    title: string,
    work: (app: TestApp, context: TestContext, begun: T) => Promise<void> | void,
  ): void => {
    void nodeTest(title, async (context) => {
      const { app, begun } = await (shared ??= openShared());
      const transaction = await app.db.startTransaction().execute();
      const limits = await openLimits(app.config, undefined, silentLog);
      try {
        await work({ ...app, db: transaction, limits, clock: createClock() }, context, begun);
      } finally {
        await transaction.rollback().execute();
      }
    });
  };
}

/** A test with a database without accounts. */
export const test = isolatedTests(async () => undefined);

/**
 * Shares one server among all tests of a process, because building one takes longer than most tests. It uses
 * the App of the latest caller, so tests that share it must run sequentially, as they do within a file.
 */
export function shareServer<T extends { close: () => PromiseLike<unknown> }>(
  build: (app: TestApp) => Promise<T>,
): (app: TestApp) => Promise<T> {
  let current: TestApp;
  let server: Promise<T> | undefined;
  const start = async (keys: string[]) => {
    const seen = keys.map(
      (key) => [key, { enumerable: true, get: (): unknown => Reflect.get(current, key) }] as const,
    );
    const built = await build(Object.defineProperties({} as TestApp, Object.fromEntries(seen)));
    opened.push(() => built.close());
    return built;
  };
  return (app) => {
    current = app;
    return (server ??= start(Object.keys(app)));
  };
}

/**
 * A test with a separate database, for code that must commit: the queue, notifications, races. Costs about 40
 * ms more.
 */
export function testWithDatabase(
  title: string,
  work: (open: OpenApp & { app: TestApp }, context: TestContext) => Promise<void>,
  environment: Environment = {},
): void {
  void nodeTest(title, async (context) => {
    const name = await cloneDatabase();
    const open = await openApp(testConfig(environment), await connectionTo(name), silentLog);
    try {
      await work({ ...open, app: { ...open.app, clock: createClock() } }, context);
    } finally {
      await open.close();
      await dropDatabase(name);
    }
  });
}
