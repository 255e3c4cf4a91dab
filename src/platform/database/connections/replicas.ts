import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { seconds } from '../../../kernel/time.ts';
import type { Broadcast } from '../../broadcast.ts';
import type { Log } from '../../logging/log.ts';
import { statements } from '../../logging/metrics.ts';
import { watchStatements } from '../../logging/slow-statements.ts';
import type { Config } from '../../settings/config.ts';
import { isReadStatement } from './client.ts';
import { isConnectionLost, isReadOnlyServer } from '../errors.ts';
import { type Database, kyselyOver, openReplica } from '../open.ts';
import type { DB } from '../rows.gen.ts';

/** The replicas of the database, from which requests read that change nothing. */
export interface Replicas {
  /** Has every change: for what is remembered longer than a replica may be behind. */
  primary: Kysely<DB>;
  /**
   * Returns the database for one such request. It reads from a replica that has everything up to `since`, and from the
   * primary if there is none. What is written after all goes to the primary, as does everything after it.
   */
  openReader(since: string | undefined): ReplicaReader;
  /** Notes that an account has written. Returns the position that its next requests must see. */
  noteWrite(account: string | undefined): Promise<string>;
  /** The position of the account's last change, and of the one in its cookie, if a request must still see it. */
  mustSee(account: string | undefined, cookie: string | undefined): string | undefined;
  close(): Promise<void>;
}

export interface ReplicaReader {
  db: Kysely<DB>;
  hasWritten(): boolean;
}

/** How often to ask how far the replicas are, in milliseconds. */
const pause = 250;
/** How long a position is carried. A replica that is further behind is not read from in any case. */
export const carriedFor = seconds(10);
const maxAccounts = 50_000;
/** How long a request reads from the replica that was chosen at its start, in milliseconds. */
const longestRequest = seconds(2);
const topic = 'written';

interface Replica {
  database: Database;
  /** How far it is. Undefined while it does not answer. */
  replayed: bigint | undefined;
}

/** Opens the replicas of `DATABASE_REPLICA_URL`. Undefined without it. */
export async function openReplicas(
  config: Config,
  primary: Database,
  broadcast: Broadcast,
  log: Log,
): Promise<Replicas | undefined> {
  const urls = config.DATABASE_REPLICA_URL.split(/,(?=postgres(?:ql)?:)/).filter(Boolean);
  if (urls.length === 0) return undefined;
  const replicas: Replica[] = urls.map((url) => ({
    database: openReplica(url.trim(), config, log),
    replayed: undefined,
  }));
  const written = new LRUCache<string, string>({ max: maxAccounts, ttl: carriedFor });
  const stopListening = broadcast.subscribe(topic, (payload) => {
    const [account, position] = payload as [string, string];
    written.set(account, position);
  });
  const lag = trackLag(config.REPLICA_MAX_LAG);
  const slow = watchStatements(log, config.SLOW_STATEMENT_MS);
  let isClosed = false;

  const ask = async (database: Database, sql: string): Promise<bigint | undefined> => {
    try {
      const { rows } = await database.pool.query<{ position: string | null }>(sql);
      return rows[0]?.position ? toNumber(rows[0].position) : undefined;
    } catch {
      return undefined;
    }
  };
  const update = async (): Promise<void> => {
    const ahead = await ask(primary, 'select pg_current_wal_flush_lsn()::text as position');
    lag.record(ahead);
    await Promise.all(
      replicas.map(async (replica) => {
        const replayed = await ask(
          replica.database,
          'select pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()',
        );
        const wasUsed = replica.replayed !== undefined;
        replica.replayed = replayed;
        if (wasUsed !== (replayed !== undefined))
          log.info({ reads: replayed !== undefined }, 'a replica of the database went or came back');
      }),
    );
  };
  const watch = async (): Promise<void> => {
    await update();
    if (!isClosed) timer = setTimeout(() => void watch(), pause).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  await watch();

  /** Of those that are near enough, the one with the fewest statements under way. */
  const choose = (since: string | undefined): Replica | undefined => {
    const least = since === undefined ? lag.least() : max(lag.least(), toNumber(since));
    const near = replicas.filter(({ replayed }) => replayed !== undefined && replayed >= least);
    return near.toSorted((one, other) => busy(one) - busy(other))[0];
  };

  return {
    primary: primary.kysely,
    openReader: (since) => {
      const replica = choose(since);
      const driver = new RoutedDriver(primary.driver, replica);
      return { db: kyselyOver(driver, slow), hasWritten: () => driver.hasWritten };
    },
    noteWrite: async (account) => {
      const { rows } = await primary.pool.query<{ position: string }>(
        'select pg_current_wal_insert_lsn()::text as position',
      );
      const position = rows[0]?.position ?? '0/0';
      if (account !== undefined) {
        written.set(account, position);
        const publisher = { db: primary.kysely, afterCommit: (work: () => void) => work() };
        await broadcast.publish(publisher, topic, [account, position]);
      }
      return position;
    },
    mustSee: (account, cookie) => {
      const own = account === undefined ? undefined : written.get(account);
      const carried = cookie !== undefined && isPosition.test(cookie) ? cookie : undefined;
      if (own === undefined || carried === undefined) return own ?? carried;
      return toNumber(own) > toNumber(carried) ? own : carried;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      stopListening();
      await Promise.all(replicas.map(({ database }) => database.close()));
    },
  };
}

const busy = ({ database: { pool } }: Replica) => pool.totalCount - pool.idleCount + pool.waitingCount;

const isPosition = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
const max = (one: bigint, other: bigint) => (one > other ? one : other);

/** `16/B374D848` as a number. */
function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Remembers where the primary was, so that lag is known in time although positions are compared. */
function trackLag(maxLag: number) {
  let samples: { at: number; position: bigint }[] = [];
  return {
    /** Without an answer of the primary, its last position counts. */
    record: (position: bigint | undefined) => {
      if (position === undefined) return;
      const at = performance.now();
      const old = samples.filter((each) => each.at <= at - maxLag).slice(-1);
      samples = [...old, ...samples.filter((each) => each.at > at - maxLag), { at, position }];
    },
    /** The position that a replica must have replayed: where the primary was `maxLag` ago. */
    least: (): bigint => {
      const before = performance.now() - maxLag;
      return (samples.findLast(({ at }) => at <= before) ?? samples[0])?.position ?? 0n;
    },
  };
}

/** Runs the statements of one request on a replica until it writes, and then on the primary. */
class RoutedDriver implements Driver {
  readonly primary: Driver;
  readonly #replica: Replica | undefined;
  /** A stream outlives what it was opened with, and has to see every change that it is told of. */
  readonly #until = performance.now() + longestRequest;
  hasWritten = false;

  constructor(primary: Driver, replica: Replica | undefined) {
    this.primary = primary;
    this.#replica = replica;
  }

  async init(): Promise<void> {
    await this.primary.init();
    await this.#replica?.database.driver.init();
  }

  acquireConnection = (): Promise<DatabaseConnection> => Promise.resolve(new RoutedConnection(this));

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const replica = settings.accessMode === 'read only' && !this.hasWritten && this.#replica;
    if (!replica) this.hasWritten ||= settings.accessMode !== 'read only';
    const driver = replica ? replica.database.driver : this.primary;
    await driver.beginTransaction(await routed(connection).use(driver), settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { driver, own } = routed(connection).inTransaction;
    await driver.commitTransaction(own);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { driver, own } = routed(connection).inTransaction;
    await driver.rollbackTransaction(own);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await routed(connection).release();
  }

  destroy = (): Promise<void> => Promise.resolve();

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { driver } = this.#replica?.database ?? {};
    const isRead = isReadStatement(query.sql);
    if (!isRead) this.hasWritten = true;
    if (!driver || this.hasWritten || performance.now() > this.#until)
      return runOn<R>(this.primary, query, 'primary');
    try {
      return await runOn<R>(driver, query, 'replica');
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (isReadOnlyServer(error)) this.hasWritten = true;
      if (this.#replica && isConnectionLost(error) && !isReadOnlyServer(error))
        this.#replica.replayed = undefined;
      return runOn<R>(this.primary, query, 'primary');
    }
  }
}

/** The query builder returns the connections that it got. */
function routed(connection: DatabaseConnection): RoutedConnection {
  if (connection instanceof RoutedConnection) return connection;
  throw new Error('The connection belongs to another driver');
}

/** A function that writes, a lost replica, or a conflict with what the replica replays. The statement did nothing. */
const isRepeatable = (error: unknown): boolean =>
  isReadOnlyServer(error) || isConnectionLost(error) || (error as { code?: string }).code === '40001';

async function runOn<R>(
  driver: Driver,
  query: CompiledQuery,
  server: 'primary' | 'replica',
): Promise<QueryResult<R>> {
  statements.inc({ server });
  const connection = await driver.acquireConnection();
  try {
    return await connection.executeQuery<R>(query);
  } finally {
    await driver.releaseConnection(connection);
  }
}

/** Has no connection of its own except in a transaction, because each statement is run where it belongs. */
class RoutedConnection implements DatabaseConnection {
  readonly #driver: RoutedDriver;
  #used: { driver: Driver; own: DatabaseConnection } | undefined;

  constructor(driver: RoutedDriver) {
    this.#driver = driver;
  }

  async use(driver: Driver): Promise<DatabaseConnection> {
    this.#used = { driver, own: await driver.acquireConnection() };
    return this.#used.own;
  }

  get inTransaction() {
    if (!this.#used) throw new Error('There is no transaction');
    return this.#used;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#used ? this.#used.own.executeQuery<R>(query) : this.#driver.run<R>(query);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results of requests are not streamed');
  }

  async release(): Promise<void> {
    const used = this.#used;
    this.#used = undefined;
    if (used) await used.driver.releaseConnection(used.own);
  }
}
