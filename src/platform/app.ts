import type { Kysely } from 'kysely';
import type { Broadcast } from './broadcast.ts';
import type { ClickHouse } from './database/clickhouse.ts';
import type { Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import type { DB } from './database/rows.gen.ts';
import type { Replicas } from './database/connections/replicas.ts';
import type { Claim } from './database/transaction.ts';
import type { Files } from './files.ts';
import type { Limits } from './limits.ts';
import type { Log } from './logging/log.ts';
import type { Mail } from './mail.ts';
import type { Outbound } from './outbound.ts';
import type { Rules } from './verb.ts';

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
