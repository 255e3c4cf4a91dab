import type { Kysely } from 'kysely';
import type { DB } from '../database/rows.gen.ts';

/** The part of `App` that publishing needs. */
export interface Publisher {
  db: Kysely<DB>;
  afterCommit: (work: () => void) => void;
}

/** Broadcasts messages to all processes. */
export interface Carrier {
  send: (publisher: Publisher, text: string) => Promise<void>;
  /** Sends outside of any transaction, over the carrier's own connection. */
  sendNow: (text: string) => Promise<void>;
  close: () => Promise<void>;
}
