import { days, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { ClickHouse } from '../../../platform/database/clickhouse.ts';
import { isLine, toUuid } from '../click.ts';
import { ensureTable } from './clickhouse-table.ts';
import { arrivalDays, countWaiting, shipClicks } from './shipments.ts';

/** Sends clicks from PostgreSQL to ClickHouse as they are counted, with retries. */
export interface Shipper {
  /** Signals that clicks were counted. */
  nudge(): void;
  /** Resolves when ClickHouse has everything that was counted. Rejects while it is away. */
  flush(): Promise<void>;
  /** Stops after one last attempt. What is left is sent by another process. */
  close(): Promise<void>;
}

/** ClickHouse wants few inserts with many rows. */
const maxWait = seconds(1);
const longestPause = seconds(10);

/** Undefined without ClickHouse. */
export function openShipper(app: App): Shipper | undefined {
  if (!app.clickhouse) return undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pause = 0;
  let isClosed = false;

  const run = (): Promise<void> => (running ??= shipClicks(app).finally(() => (running = undefined)));
  const tryToRun = async (): Promise<void> => {
    timer = undefined;
    try {
      await run();
      if (pause > 0) app.log.info('clicks reach ClickHouse again');
      pause = 0;
    } catch (error) {
      if (pause === 0)
        app.log.warn(
          { err: error },
          'clicks wait in PostgreSQL until ClickHouse accepts them; redirects continue',
        );
      pause = Math.min(longestPause, Math.max(maxWait, pause * 2));
      wakeIn(pause);
    }
  };
  const wakeIn = (milliseconds: number): void => {
    if (!isClosed) timer ??= setTimeout(() => void tryToRun(), milliseconds);
  };

  return {
    nudge: () => wakeIn(pause || maxWait),
    flush: async () => {
      await running?.catch(() => undefined);
      await run();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
      if (pause === 0) await tryToRun();
    },
  };
}

/** Clicks that may wait in PostgreSQL, about half a gibibyte. Beyond that, they wait in the spool on the disk. */
const maxWaiting = 2_000_000;

/**
 * Returns the lines that may be counted now. Throws while ClickHouse is away and PostgreSQL has as many clicks for it
 * as it may have.
 */
export async function admitLines(app: App, clickHouse: ClickHouse, lines: Buffer): Promise<Buffer> {
  if ((await countWaiting(app)) > maxWaiting)
    throw new Error(`${maxWaiting} clicks wait for ClickHouse: further ones wait on disk`);
  const before = app.clock.now().getTime() - days(arrivalDays - 1);
  // The spool is in the order of time.
  if (timeOfLine(lines.toString('latin1', 0, 50)) >= before) return lines;
  return withoutShipped(app, clickHouse, { lines, before });
}

const timeOfLine = (line: string) => Number(line.split('\t', 2)[1]);
const idOfLine = (line: string) => line.slice(0, 32);

/**
 * Removes clicks that ClickHouse has. PostgreSQL notices a repeat for some days only, and the file of a machine that was
 * off for longer may begin with clicks that were counted.
 */
async function withoutShipped(
  app: App,
  clickHouse: ClickHouse,
  { lines, before }: { lines: Buffer; before: number },
): Promise<Buffer> {
  await ensureTable(app, clickHouse);
  const all = lines.toString('latin1').split('\n').filter(isLine);
  const old = all.filter((line) => timeOfLine(line) < before);
  if (old.length === 0) return lines;
  const times = old.map(timeOfLine);
  const rows = await clickHouse.query<{ id: string }>(
    `select replaceAll(toString(id), '-', '') as id from click
    where at >= fromUnixTimestamp64Milli({first:Int64}) and at <= fromUnixTimestamp64Milli({last:Int64})
      and click.id in {ids:Array(UUID)}`,
    { first: Math.min(...times), last: Math.max(...times), ids: old.map(idOfLine).map(toUuid) },
  );
  const known = new Set(rows.map(({ id }) => id));
  return Buffer.from(`${all.filter((line) => !known.has(idOfLine(line))).join('\n')}\n`, 'latin1');
}
