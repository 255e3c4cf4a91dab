import {
  type BinaryOperationNode,
  ColumnNode,
  type Dialect as KyselyDialect,
  type Driver,
  Kysely,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import { runners } from '../jobs/jobs.ts';
import type { Log } from '../logging/log.ts';
import { watchPool } from '../logging/metrics.ts';
import { watchStatements, type StatementLog } from '../logging/slow-statements.ts';
import type { Config } from '../settings/config.ts';
import { createPool } from './connections/pool.ts';
import type { DB } from './rows.gen.ts';

/** The address of PostgreSQL: a connection string, or the embedded server's socket folder. */
export type DatabaseAddress =
  { connectionString: string } | { host: string; port: number; user: string; database: string };

export interface Database {
  pool: pg.Pool;
  driver: Driver;
  kysely: Kysely<DB>;
  close(): Promise<void>;
}

type Settings = Pick<
  Config,
  | 'DATABASE_POOL'
  | 'DATABASE_TIMEOUT'
  | 'DATABASE_JOB_POOL'
  | 'DATABASE_JOB_TIMEOUT'
  | 'DATABASE_PREPARE'
  | 'DATABASE_DIRECT_URL'
  | 'SLOW_STATEMENT_MS'
>;

/**
 * Opens the connection pool for requests, with a query builder. While PostgreSQL is unreachable, requests
 * return 503.
 */
export const openDatabase = (connection: DatabaseAddress, config: Settings, log: Log): Database =>
  open(
    { named: config.DATABASE_PREPARE, slow: watchStatements(log, config.SLOW_STATEMENT_MS) },
    createPool(
      {
        connection,
        name: 'plaza',
        max: config.DATABASE_POOL,
        timeout: seconds(config.DATABASE_TIMEOUT),
        isDirect: !isPooled(config),
        plansOnce: !isPooled(config),
      },
      log,
    ),
  );

/** Opens the connection pool for jobs, which may take longer. Requests and jobs do not share connections. */
export function openJobDatabase(connection: DatabaseAddress, config: Settings, log: Log): Database {
  const isDirect = reachesPostgres(config);
  return open(
    { named: isDirect, slow: watchStatements(log, config.SLOW_STATEMENT_MS) },
    createPool(
      {
        connection: directConnection(connection, config),
        name: 'plaza jobs',
        max: config.DATABASE_JOB_POOL,
        timeout: seconds(config.DATABASE_JOB_TIMEOUT),
        isDirect,
      },
      log,
    ),
  );
}

/**
 * Opens the pool for the job queue itself: short statements, and one listening connection for each kind of
 * runner.
 */
export const openQueuePool = (connection: DatabaseAddress, config: Settings, log: Log): pg.Pool =>
  createPool(
    {
      connection: directConnection(connection, config),
      name: 'plaza queue',
      max: Object.keys(runners).length + 3,
      timeout: seconds(config.DATABASE_TIMEOUT),
      isDirect: reachesPostgres(config),
    },
    log,
  );

/**
 * The direct connection to PostgreSQL, for features that a pooler in transaction mode does not support:
 * LISTEN and session-level locks.
 */
export const directConnection = (
  connection: DatabaseAddress,
  { DATABASE_DIRECT_URL }: Pick<Config, 'DATABASE_DIRECT_URL'>,
): DatabaseAddress => (DATABASE_DIRECT_URL === '' ? connection : { connectionString: DATABASE_DIRECT_URL });

/** Whether DATABASE_URL is a pooler, which refuses settings at the start of a connection. */
const isPooled = ({
  DATABASE_PREPARE,
  DATABASE_DIRECT_URL,
}: Pick<Config, 'DATABASE_PREPARE' | 'DATABASE_DIRECT_URL'>): boolean =>
  !DATABASE_PREPARE || DATABASE_DIRECT_URL !== '';

/** Whether the direct connection bypasses any pooler. */
export const reachesPostgres = ({
  DATABASE_PREPARE,
  DATABASE_DIRECT_URL,
}: Pick<Config, 'DATABASE_PREPARE' | 'DATABASE_DIRECT_URL'>): boolean =>
  DATABASE_PREPARE || DATABASE_DIRECT_URL !== '';

/** Opens a pool of connections to a replica. Its statements are those of requests that read. */
export const openReplica = (connectionString: string, config: Settings, log: Log): Database =>
  open(
    { named: config.DATABASE_PREPARE, slow: watchStatements(log, config.SLOW_STATEMENT_MS) },
    createPool(
      {
        connection: { connectionString },
        name: 'plaza reader',
        max: config.DATABASE_POOL,
        timeout: seconds(config.DATABASE_TIMEOUT),
        isDirect: !isPooled(config),
        plansOnce: !isPooled(config),
      },
      log,
    ),
  );

interface Statements {
  /** Whether PostgreSQL plans them once. */
  named: boolean;
  slow: StatementLog;
}

function open({ named, slow }: Statements, pool: pg.Pool): Database {
  const unwatch = watchPool(pool);
  const driver = new PostgresDriver({ pool: named ? nameStatements(pool) : pool });
  const close = async () => {
    unwatch();
    await pool.end();
  };
  return { pool, driver, kysely: kyselyOver(driver, slow), close };
}

/** Returns a query builder whose statements the driver runs. Slow ones are logged. */
export const kyselyOver = (driver: Driver, slow: StatementLog): Kysely<DB> =>
  new Kysely<DB>({ dialect: new Dialect(driver), ...(slow && { log: slow }) });

/** Columns with few distinct constants, which partial indexes use: `where kind = 'article'`. */
const constantColumns = new Set(['kind', 'privacy', 'purpose', 'subject', 'period', 'role']);
const isWord = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^[a-z_-]{1,24}$/.test(value));

/**
 * A PostgreSQL dialect for statements that are planned once for all parameter values. Values that affect the
 * plan are inlined instead: without its limit, PostgreSQL would plan to read and sort all rows, and without
 * the constant it could not use a partial index.
 */
class Dialect implements KyselyDialect {
  readonly #driver: Driver;
  constructor(driver: Driver) {
    this.#driver = driver;
  }
  createDriver = () => this.#driver;
  createQueryCompiler = () => new Compiler();
  createAdapter = () => new PostgresAdapter();
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}

class Compiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.#appendNumber(limit);
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    if (isNumber(offset) && Number(offset.value) === 0) return;
    this.append('offset ');
    this.#appendNumber(offset);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(
      comparesConstant(node) ? { ...node, rightOperand: inText(node.rightOperand) } : node,
    );
  }

  #appendNumber(node: OperationNode): void {
    if (isNumber(node)) this.appendImmediateValue(node.value);
    else this.visitNode(node);
  }
}

const isNumber = (node: OperationNode): node is ValueNode =>
  ValueNode.is(node) && (typeof node.value === 'number' || typeof node.value === 'bigint');

/** Whether the comparison is with a boolean or a known constant. */
function comparesConstant({ leftOperand, operator, rightOperand }: BinaryOperationNode): boolean {
  if (!OperatorNode.is(operator) || !['=', '!=', 'in', 'not in'].includes(operator.operator)) return false;
  if (ValueNode.is(rightOperand) && typeof rightOperand.value === 'boolean') return true;
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return false;
  return constantColumns.has(leftOperand.column.column.name);
}

function inText(node: OperationNode): OperationNode {
  if (ValueNode.is(node) && isWord(node.value)) return ValueNode.createImmediate(node.value);
  if (PrimitiveValueListNode.is(node) && node.values.every(isWord))
    return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)));
  return node;
}

/** Further distinct statements stay unnamed, which bounds the server's memory. */
const maxNames = 1000;
/** Later pages of a list have a distinct text each, so they stay unnamed. */
const isFarPage = /\boffset [1-9]/;

/**
 * Wraps the pool so that every statement is named and PostgreSQL parses and plans it once per connection.
 * One-row queries run nearly twice as fast.
 */
function nameStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || isFarPage.test(text)) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };

  const wrap = (client: pg.PoolClient): PostgresPoolClient =>
    ({
      processID: (client as unknown as { processID?: number }).processID,
      query: (text: string | pg.QueryConfig, values?: unknown[]) => {
        if (typeof text !== 'string' || values === undefined) return client.query(text as pg.QueryConfig);
        const name = nameOf(text);
        return client.query(name === undefined ? { text, values } : { name, text, values });
      },
      release: () => client.release(),
    }) as unknown as PostgresPoolClient;

  // One wrapper for each physical connection.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  } as PostgresPool;
}
