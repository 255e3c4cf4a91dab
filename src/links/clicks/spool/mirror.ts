import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { type Cluster, openRedis, type Redis } from '../../../platform/redis.ts';
import type { Spool } from './spool.ts';

/** A copy of the clicks that wait for the database, in Redis or Valkey, for when this machine or its disk is lost. */
export interface Mirror {
  /** The database does not accept clicks: copies what waits, until `stop`. */
  start(): void;
  /** The database has everything that waited here, so the copies are deleted. */
  stop(): Promise<void>;
  /** Stores what other machines have copied and not deleted. Clicks that the database has change nothing. */
  adopt(store: (lines: Buffer) => Promise<unknown>): Promise<void>;
  close(): void;
}

const stream = 'plaza:clicks';
/** How often waiting clicks are copied: what is lost with a disk is at most this old. */
const pause = seconds(0.5);
/** Copies of a quarter of a mebibyte, so at most 128 MiB. */
const maxCopies = 512;
/** A machine that runs deletes its copies when the database is back. */
const adoptedAfter = seconds(60);
const adoptedAtOnce = 50;

/** Opens the mirror. Undefined without `REDIS_URL`. */
export async function openMirror(
  { config, log, clock }: Pick<App, 'config' | 'log' | 'clock'>,
  spool: Pick<Spool, 'nextToMirror'>,
): Promise<Mirror | undefined> {
  if (!config.REDIS_URL) return undefined;
  const redis = await openRedis(config.REDIS_URL, log);
  const own: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const copy = async (): Promise<void> => {
    for (let batch = spool.nextToMirror(); batch; batch = spool.nextToMirror()) {
      own.push(await add(redis, batch.lines));
      batch.done();
    }
  };
  const tick = (): void => {
    // While Redis is away as well, clicks wait on the disk only.
    running ??= copy()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  };

  return {
    start: () => {
      if (timer) return;
      tick();
      timer = setInterval(tick, pause).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
      const ids = own.splice(0);
      if (ids.length > 0) await redis.xdel(stream, ...ids);
    },
    adopt: async (store) => {
      const before = clock.now().getTime() - adoptedAfter;
      const left = await redis.xrange(stream, '-', String(before), 'COUNT', adoptedAtOnce);
      for (const [id, [, lines = '']] of left) {
        await store(Buffer.from(lines, 'latin1'));
        await redis.xdel(stream, id);
      }
    },
    close: () => {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

async function add(redis: Redis | Cluster, lines: Buffer): Promise<string> {
  const id = await redis.xadd(stream, 'MAXLEN', '~', maxCopies, '*', 'lines', lines.toString('latin1'));
  return id ?? '';
}
