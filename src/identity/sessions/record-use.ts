import { sql } from 'kysely';
import { t } from '../../kernel/translation/translate.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { WorkQueue } from '../../platform/work-queue.ts';

/**
 * Records use at most this often, which saves writes and stays within the five minutes that count as
 * "online".
 */
const recordInterval = minutes(2);

/** Runs in the background. Excess writes are dropped and left to the next request. */
const writes = () =>
  new WorkQueue({
    concurrency: 2,
    concurrencyPerOwner: 1,
    maxWaiting: 500,
    maxWaitingPerOwner: 0,
    timeout: seconds(10),
    message: t('Too many requests. Try again shortly.'),
    retryAfter: 1,
  });

interface UsedSession {
  id: string;
  accountId: string;
  lastUsedAt: Date;
  /** Lifetime from now, in milliseconds. */
  life: number;
}

/** Records in the background that a session was used and its owner was online. */
export function recordUse(app: App, session: UsedSession): void {
  const now = app.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() <= recordInterval) return;
  writes()
    .run(session.accountId, () => writeUse(app, session, now))
    .catch((error: unknown) => {
      // The owner's next request records it.
      if (!(error instanceof Problem)) app.log.warn({ err: error }, 'could not record the use of a session');
    });
}

async function writeUse({ db, config }: App, { id, accountId, life }: UsedSession, now: Date): Promise<void> {
  await db
    .with('used', (query) =>
      query
        .updateTable('identity.session')
        .set({
          last_used_at: now,
          expires_at: sql<Date>`least(${new Date(now.getTime() + life)}::timestamptz,
            created_at + make_interval(days => ${config.SESSION_DAYS}::integer))`,
        })
        .where('id', '=', id),
    )
    .updateTable('identity.account')
    .set({ last_seen_at: now })
    .where('id', '=', accountId)
    .execute();
}
