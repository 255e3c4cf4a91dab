import { type Kysely, sql, type Transaction } from 'kysely';
import type { Broadcast } from './broadcast.ts';
import type { ClickHouse } from './database/clickhouse.ts';
import type { Config } from './settings/config.ts';
import type { DB } from './database/rows.gen.ts';
import type { Replicas } from './database/connections/replicas.ts';
import type { Files } from './files.ts';
import type { Limits } from './limits.ts';
import type { Log } from './logging/log.ts';
import type { Mail } from './mail.ts';
import type { Outbound } from './outbound.ts';
import type { AgentScope } from './http/agent-scopes.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** All external dependencies of the domain code. At most ten members, each a port. */
export interface App {
  config: Config;
  db: Kysely<DB>;
  files: Files;
  mail: Mail;
  broadcast: Broadcast;
  limits: Limits;
  outbound: Outbound;
  clock: Clock;
  log: Log;
  /** Runs `work` after the surrounding transaction commits, or immediately outside a transaction. */
  afterCommit: (work: () => void) => void;
  /**
   * Enforces the rules of a verb for the caller of a request: throws if the caller may not call it, or not now.
   * Undefined outside of requests, and for verbs that a verb calls.
   */
  admit?: ((rules: Rules) => Promise<void>) | undefined;
  /** Has the clicks of Hop. Undefined without `CLICKHOUSE_URL`: they are in PostgreSQL. */
  clickhouse?: ClickHouse | undefined;
  /** The id of the request that is handled, or that queued the job. Undefined for work that no request caused. */
  requestId?: string | undefined;
  /** Undefined without replicas. */
  replicas?: Replicas | undefined;
  /** Claims the key of the request in its first transaction. Undefined for requests without a key. */
  claim?: Claim | undefined;
}

/**
 * Who may call: `anyone`; `app` (a request signed by a known app, or from a signed-in person's own page);
 * `member` (a signed-in person, or a key or agent acting for one); `operator` and `moderator` (a member with
 * that permission).
 */
export type Access = 'anyone' | 'app' | 'member' | 'moderator' | 'operator';

/** How often one caller may call. Counted separately for each key in `by`. */
export interface Limit {
  by: readonly ('account' | 'address')[];
  calls: number | ((config: Config) => number);
  /** In milliseconds. */
  within: number;
  /** A limit per kind of device in a wider network, for clients that change their address. */
  perDevice?: Pick<Limit, 'calls' | 'within'>;
}

/** A limit for each account. `within` in milliseconds. */
export const perAccount = (calls: Limit['calls'], within: number): Limit => ({
  by: ['account'],
  calls,
  within,
});

/** The rules of a verb, which hold whatever door it is called through. */
export interface Rules {
  /** The feature and what is done: `comments.add`. The budget of the limit has this name. */
  name: string;
  who: Access;
  limit?: Limit;
  /** Among the members of a workspace, only its admins may call. */
  role?: 'admin';
  /** The scope that an agent needs. Default: that of changes. */
  scope?: AgentScope;
}

/** A verb, for a door that names it. */
export interface Ruled {
  readonly rules: Rules;
}

type Verb<A extends readonly unknown[], R> = ((app: App, ...args: A) => Promise<R>) & Ruled;

/**
 * Declares what a feature does, with its rules. They are enforced when the verb is called for a request, by a
 * page, the API, a skill of an agent or a tool, and the request's doors share one budget. A verb that is
 * called by a job or by another verb acts for the service and is not limited.
 */
export function verb<A extends readonly unknown[], R>(
  rules: Rules,
  run: (app: App, ...args: A) => Promise<R>,
): Verb<A, R> {
  const call = async (app: App, ...args: A): Promise<R> => {
    if (!app.admit) return run(app, ...args);
    await app.admit(rules);
    return run({ ...app, admit: undefined }, ...args);
  };
  return Object.assign(call, { rules });
}

/** A signed-in person, or a key or agent that acts for one. */
export interface Viewer {
  /** Account id (digits). */
  id: string;
  username: string;
  name: string;
  /** URL of the small picture. Null: initials are drawn. */
  picture: string | null;
  role: string;
  permissions: readonly string[];
  registeredAt: Date;
  /** Whether the account's email address is confirmed. Until then it is read-only. */
  isActivated: boolean;
  /** Whether the account is scheduled for deletion. Until that is canceled it is read-only. */
  isBeingDeleted: boolean;
  /** The tag of the chosen language. Empty: use the browser's languages. */
  language: string;
  /** Whether the viewer has keyword filters, so that nothing is read for those without. */
  hasFilters: boolean;
  /** Whether the viewer's posts and articles are for followers and friends only. */
  isPrivate: boolean;
  /** The rights of the member who acts for the owner of a workspace. Undefined: the owner acts. */
  rights?: WorkspaceRights;
  /** The agent acting for the viewer, if any. Its posts carry its name. */
  agentName?: string;
}

/** What a member may do in another's workspace. */
export interface WorkspaceRights {
  role: 'admin' | 'editor' | 'viewer';
  /** Hosts of the domains on which the member may change something; '' is the default one. Null: all. */
  domains: readonly string[] | null;
}

/** What statements depend on. */
export type Asker = Pick<Viewer, 'id' | 'permissions'>;

export const may = (viewer: Pick<Viewer, 'permissions'> | undefined, permission: string) =>
  viewer?.permissions.includes(permission) ?? false;

/**
 * Runs `work` in a transaction with an App whose `db` is that transaction. Inside another transaction it
 * creates a savepoint, so domain functions compose: the inner one can fail and be caught while the outer one
 * continues.
 */
export async function inTransaction<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  return app.db.isTransaction ? atSavepoint(app, work) : begin(app, work);
}

/** Claims the key of a request in its first transaction, so that a repeated request changes nothing. */
export interface Claim {
  /** Throws if the key has been used. */
  enter(within: App): Promise<void>;
  /** The transaction was rolled back. */
  leave(): void;
}

async function begin<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const { claim } = app;
  const run = async (db: Transaction<DB>): Promise<T> => {
    const within: App = { ...app, db, claim: undefined, afterCommit: (then) => void later.push(then) };
    await claim?.enter(within);
    return work(within).finally(() => savepointsOver(db));
  };
  const result = await app.db
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      claim?.leave();
      throw error;
    });
  for (const then of later) then();
  return result;
}

/** The promise that the transaction's next savepoint waits for. */
const turns = new WeakMap<App['db'], Promise<unknown>>();

/** An open savepoint and its context. */
interface Open {
  /** The parent transaction. */
  in: App['db'];
  outer: Open | undefined;
  isOver: boolean;
}
const opened = new AsyncLocalStorage<Open>();

/**
 * PostgreSQL only has one innermost savepoint, so concurrent savepoints run one after the other. Otherwise
 * one could end a savepoint that another has opened since. Each has its own `db` for nested savepoints.
 */
async function atSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const open: Open = { in: app.db, outer: opened.getStore(), isOver: false };
  for (let outer = open.outer; outer; outer = outer.outer)
    if (outer.in === open.in && !outer.isOver)
      throw new Error('A nested inTransaction must be called with the App that `work` received');
  const run = () => opened.run(open, () => runAtSavepoint(app, work)).finally(() => (open.isOver = true));
  const turn = turns.get(app.db)?.then(run) ?? run();
  turns.set(
    app.db,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Waits for concurrent savepoints after one failed, so the others do not use a released connection. */
async function savepointsOver(db: App['db']): Promise<void> {
  for (let last; last !== turns.get(db);) {
    last = turns.get(db);
    await last;
  }
}

/**
 * All savepoints share one name, which refers to the innermost. Distinct names would need more prepared
 * statements.
 */
const [begun, released, undone] = [
  sql`savepoint inside`,
  sql`release savepoint inside`,
  sql`rollback to savepoint inside`,
];

async function runAtSavepoint<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const db = app.db.withoutPlugins();
  await begun.execute(app.db);
  try {
    const result = await work({ ...app, db, afterCommit: (then) => void later.push(then) }).finally(() =>
      savepointsOver(db),
    );
    await released.execute(app.db);
    for (const then of later) app.afterCommit(then);
    return result;
  } catch (error) {
    await undone.execute(app.db);
    // The savepoint still exists after the rollback and would hide the outer one.
    await released.execute(app.db);
    throw error;
  }
}

/** The time, as a port. Tests set it, so no code uses SQL's `now()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
