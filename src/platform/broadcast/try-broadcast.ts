import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { seconds } from '../../kernel/time.ts';
import type { Broadcast } from '../broadcast.ts';
import { isConnectionLost } from '../database/errors.ts';
import type { DB } from '../database/rows.gen.ts';
import type { Log } from '../logging/log.ts';

const topic = 'self-test';
const tries = 3;
const maxWait = seconds(3);

/**
 * Throws if processes do not receive each other's messages through this database. They would serve outdated
 * links.
 */
export async function verifyBroadcast(broadcast: Broadcast, db: Kysely<DB>, log: Log): Promise<void> {
  const word = randomUUID();
  const heard = Promise.withResolvers<boolean>();
  const stop = broadcast.subscribe(topic, (payload) => {
    if (payload === word) heard.resolve(true);
  });
  try {
    for (let left = tries; left > 0; left -= 1) {
      await broadcast.publish({ db, afterCommit: (work) => work() }, topic, word);
      if (await Promise.race([heard.promise, sleep(maxWait, false)])) return;
    }
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    log.warn({ err: error }, 'could not test whether broadcasts arrive');
    return;
  } finally {
    stop();
  }
  throw new Error(
    'Notifications from PostgreSQL (LISTEN/NOTIFY) do not arrive: DATABASE_URL seems to be a pooler in transaction mode. ' +
      'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or set REDIS_URL.',
  );
}
