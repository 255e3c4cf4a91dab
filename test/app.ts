import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test as nodeTest } from 'node:test';
import type { TestContext } from 'node:test';
import type { App } from '../src/platform/app.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import type { Config, Environment } from '../src/platform/settings/config.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openLimits } from '../src/platform/limits.ts';
import { openApp } from '../src/platform/open-app.ts';
import type { OpenApp } from '../src/platform/open-app.ts';
import { cloneDatabase, connectionTo, dropDatabase, testDay, tidyUpAfterTests } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'plaza-test-'));
/** What tests share, closed when the run ends: what was opened last comes first. */
const opened: (() => PromiseLike<unknown>)[] = [];

// Here and not where things are opened: a hook that is set inside a test ends with that test.
after(async () => {
  for (const close of opened.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});
tidyUpAfterTests();

/** Settings that tests share: fixed addresses, a fixed key, loopback allowed for the servers that tests start. */
export const testConfig = (environment: Environment = {}): Config =>
  readConfig({
    DATA_DIR: folder,
    PLAZA_URL: 'http://plaza.test',
    HOP_URL: 'http://hop.test',
    SECRET_KEY: '5e'.repeat(32),
    LOG_LEVEL: 'silent',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    RATE_LIMITS: 'false',
    // Tests change things behind the servers' backs.
    PAGE_CACHE_MIB: '0',
    ...environment,
  });

const silent = createLog({ LOG_LEVEL: 'silent' });

/** A clock that stands still until it is turned. */
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
 * Tests whose App forgets: each runs in a transaction that is rolled back, so they need no tidying and run in any order. They
 * share a database, which `begin` fills once.
 */
export function isolatedTests<T>(begin: (app: TestApp) => Promise<T>) {
  let shared: Promise<{ app: App; begun: T }> | undefined;
  const openShared = async () => {
    const open = await openApp(testConfig(), await connectionTo(await cloneDatabase()), silent);
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
      const limits = await openLimits(app.config, undefined, silent);
      try {
        await work({ ...app, db: transaction, limits, clock: createClock() }, context, begun);
      } finally {
        await transaction.rollback().execute();
      }
    });
  };
}

/** A test on a database without people. */
export const test = isolatedTests(async () => undefined);

/**
 * One server for all tests of a process: building one takes longer than most tests. It sees the App
 * of the test that called last, so tests that share it run one after the other, as they do in a file.
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

/** A test with a database of its own, for what must commit: the queue, notifications, races. About 40 ms dearer. */
export function testWithDatabase(
  title: string,
  work: (open: OpenApp & { app: TestApp }, context: TestContext) => Promise<void>,
  environment: Environment = {},
): void {
  void nodeTest(title, async (context) => {
    const name = await cloneDatabase();
    const open = await openApp(testConfig(environment), await connectionTo(name), silent);
    try {
      await work({ ...open, app: { ...open.app, clock: createClock() } }, context);
    } finally {
      await open.close();
      await dropDatabase(name);
    }
  });
}
