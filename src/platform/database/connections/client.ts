import type { Socket } from 'node:net';
import pg from 'pg';
import { isConnectionLost, markOutcomeUnknown } from '../errors.ts';

/** What a session must be able to do, as libpq's parameter of this name. */
const attributes = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'] as const;
type SessionAttributes = (typeof attributes)[number];

/** An address of several hosts: one URL for each, of which a session uses one. */
interface Hosts {
  urls: readonly string[];
  attributes: SessionAttributes;
  /** The host to which the last session was opened. Undefined after one failed. */
  known: string | undefined;
  /** The search that connections share. */
  search: Promise<string> | undefined;
  /** Open sessions, with the host of each. */
  sessions: Map<pg.Client, string>;
}

/** By connection string, so that all connections of a process know which host is the primary. */
const known = new Map<string, Hosts>();

/** `postgres://user:password@`, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * Returns the hosts of an address such as `postgres://db1,db2:5433/plaza?target_session_attrs=read-write`. Undefined
 * for an address of one host without a condition. Throws if it is malformed.
 */
export function hostsOf(address: string): Hosts | undefined {
  const present = known.get(address);
  if (present) return present;
  const [, start = '', hosts = '', rest = ''] = parts.exec(address) ?? [];
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(rest)?.[1];
  const list = hosts.split(',');
  if (list.length === 1 && wanted === undefined) return undefined;
  const plain = rest.replace(
    /([?&])target_session_attrs=[^&#]*(&?)/,
    (_all, before: string, after: string) => (after === '' ? '' : before),
  );
  const urls = list.map((host) => `${start}${host}${plain}`);
  for (const url of urls) if (!URL.canParse(url)) throw new Error(`${hosts} is not a list of hosts`);
  const found: Hosts = {
    urls,
    // A process writes, so without a condition it looks for the primary.
    attributes: attributes.find((each) => each === wanted) ?? 'read-write',
    known: undefined,
    search: undefined,
    sessions: new Map(),
  };
  if (wanted !== undefined && !attributes.some((each) => each === wanted))
    throw new Error(`target_session_attrs must be one of ${attributes.join(', ')}`);
  known.set(address, found);
  return found;
}

/** What a server says about itself when a session begins. Poolers say nothing. */
interface Announced {
  in_hot_standby?: string;
  default_transaction_read_only?: string;
}

/** Whether a session meets the condition. */
function meets(wanted: SessionAttributes, announced: Announced): boolean {
  const isStandby = announced.in_hot_standby === 'on';
  const isReadOnly = isStandby || announced.default_transaction_read_only === 'on';
  if (wanted === 'read-write') return !isReadOnly;
  if (wanted === 'primary') return !isStandby;
  if (wanted === 'read-only') return isReadOnly;
  return wanted !== 'standby' || isStandby;
}

/** Statements that change nothing, so that repeating them is harmless. */
const reads = /^\s*(select|show|set|listen|unlisten|savepoint|release|begin|start transaction)\b/i;
const locks = /\bfor (no key )?(update|share|key share)\b/i;

/** Whether a replica can run the statement. Of functions that write, it says so itself. */
export const isReadStatement = (text: string): boolean => isRead(text) && !locks.test(text);

const isRead = (text: string) =>
  reads.test(text) ||
  (/^\s*with\b/i.test(text) && !/\b(insert into|update|delete from|merge into)\b/i.test(text));

/**
 * A connection to PostgreSQL. An address can have several hosts: it uses the first that answers and meets
 * `target_session_attrs`. An error after which nobody knows whether a change was saved is marked as such.
 */
class HostClient extends pg.Client {
  readonly #hosts: Hosts | undefined;
  readonly #announced: Announced = {};
  #isInTransaction = false;
  #isOutcomeUnknown = false;

  constructor(config: pg.ClientConfig = {}) {
    const hosts = config.connectionString === undefined ? undefined : hostsOf(config.connectionString);
    super(hosts ? { ...config, connectionString: hosts.known ?? hosts.urls[0] ?? '' } : config);
    this.#hosts = hosts;
    // A server may end right after its welcome, before whoever asked for the connection listens. The next statement fails.
    this.on('error', () => undefined);
    if (hosts) recordAnnounced(this, this.#announced);
  }

  override connect(...callbacks: ((error?: Error) => void)[]): never {
    const connected = this.#hosts ? this.#connectToOne(this.#hosts) : super.connect();
    const [callback] = callbacks;
    if (callback) connected.then(() => callback(), callback);
    return connected as never;
  }

  async #connectToOne(hosts: Hosts): Promise<void> {
    try {
      const url = hosts.known ?? (await findHost(hosts));
      const { host, port } = new pg.Client({ connectionString: url });
      Object.assign(this, { host, port });
      await super.connect();
      if (!meets(hosts.attributes, this.#announced)) throw notAsWanted(hosts.attributes);
      hosts.sessions.set(this, url);
      this.once('end', () => hosts.sessions.delete(this));
    } catch (error) {
      hosts.known = undefined;
      if (isNotAsWanted(error)) await this.end();
      throw error;
    }
  }

  override query(...args: unknown[]): never {
    const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    const wasInTransaction = this.#isInTransaction;
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    else if (text === 'begin' || text.startsWith('start transaction')) this.#isInTransaction = true;
    const result = query.apply(this, args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        const isOver = text === 'commit' || (!wasInTransaction && !isRead(text));
        if (isOver && mayBeSaved(error)) this.#isOutcomeUnknown = true;
        // What follows on the connection, such as a rollback, fails with another error, which is the one that is thrown.
        if (this.#isOutcomeUnknown) markOutcomeUnknown(error);
      });
    return result as never;
  }
}

/** Its methods have the driver's types. */
export const DatabaseClient: typeof pg.Client = HostClient;
export type DatabaseClient = pg.Client;

/** Answers that mean that the statement was not run at all. */
const refused = new Set(['25006', '25P03', '57P03', '57P05', '53300']);
/** Of the driver, and of PgBouncer while it has no server for the statement. */
const notSent =
  /^(Client has encountered a connection error|Client was closed and is not queryable|query_wait_timeout|server login has been failing)/;

/** Whether the change may have been saved although the statement failed. */
function mayBeSaved(error: unknown): boolean {
  if (!isConnectionLost(error)) return false;
  const { code, message } = error as { code?: string; message: string };
  return !refused.has(code ?? '') && !notSent.test(message);
}

function recordAnnounced(client: pg.Client, announced: Announced): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === 'in_hot_standby') announced.in_hot_standby = status.parameterValue;
    if (status.parameterName === 'default_transaction_read_only')
      announced.default_transaction_read_only = status.parameterValue;
  });
}

const findHost = (hosts: Hosts): Promise<string> =>
  (hosts.search ??= searchHost(hosts).finally(() => (hosts.search = undefined)));

/** In milliseconds. Hosts are asked together, so that one that does not answer delays nothing. */
const patience = 2500;

/** Asks all hosts and takes the first of the list that meets the condition. */
async function searchHost(hosts: Hosts): Promise<string> {
  const found = await Promise.allSettled(hosts.urls.map((url) => ask(url)));
  const accepts = (wanted: SessionAttributes) =>
    hosts.urls.find((_url, i) => {
      const answer = found[i];
      return answer?.status === 'fulfilled' && meets(wanted, answer.value);
    });
  const preferred = hosts.attributes === 'prefer-standby' ? accepts('standby') : undefined;
  hosts.known = preferred ?? accepts(hosts.attributes);
  if (hosts.known !== undefined) {
    dropOthers(hosts, hosts.known);
    return hosts.known;
  }
  const failed = found.find((each) => each.status === 'rejected');
  throw (failed?.reason as Error | undefined) ?? notAsWanted(hosts.attributes);
}

/**
 * Drops the sessions with other hosts: a primary that lost its power answers nothing, and statements would wait for it until
 * they time out, those of jobs for minutes.
 */
function dropOthers({ sessions, attributes }: Hosts, url: string): void {
  if (attributes !== 'read-write' && attributes !== 'primary') return;
  for (const [client, host] of sessions) if (host !== url) streamOf(client).destroy();
}

/** Allows closing without the goodbye message, which would wait for a response. */
export const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

async function ask(url: string): Promise<Announced> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience });
  const announced: Announced = {};
  recordAnnounced(client, announced);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return announced;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Has PostgreSQL's code for a read-only transaction: the server is not the one that is needed. */
const notAsWanted = (wanted: SessionAttributes): Error =>
  Object.assign(new Error(`No host of the database is ${wanted}`), { code: '25006', isHostMissing: true });
const isNotAsWanted = (error: unknown) => (error as { isHostMissing?: boolean }).isHostMissing === true;
