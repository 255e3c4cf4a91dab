import { t } from '../../kernel/translation/translate.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { WorkQueue } from '../../platform/work-queue.ts';

/** Use is noted at most this often: reading costs no write, and who is here is seen to be within the five minutes of "online". */
const noteEvery = minutes(2);

/** Nobody waits for it; what is too much is left to the next request. */
const writes = () =>
  new WorkQueue({
    concurrency: 2,
    concurrencyPerOwner: 1,
    maxWaiting: 500,
    maxWaitingPerOwner: 0,
    timeout: seconds(10),
    message: t('Too much is being noted'),
    retryAfter: 1,
  });

interface UsedSession {
  id: string;
  accountId: string;
  lastUsedAt: Date;
  /** Milliseconds that it lasts from now on. */
  life: number;
}

/** Notes in the background that a session was used, and that its person was here. */
export function recordUse(app: App, session: UsedSession): void {
  const now = app.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() <= noteEvery) return;
  writes()
    .run(session.accountId, () => writeUse(app, session, now))
    .catch((error: unknown) => {
      // Another request of theirs notes it.
      if (!(error instanceof Problem)) app.log.warn({ err: error }, 'the use of a session was not noted');
    });
}

async function writeUse({ db }: App, { id, accountId, life }: UsedSession, now: Date): Promise<void> {
  await db
    .with('used', (query) =>
      query
        .updateTable('identity.session')
        .set({ last_used_at: now, expires_at: new Date(now.getTime() + life) })
        .where('id', '=', id),
    )
    .updateTable('identity.account')
    .set({ last_seen_at: now })
    .where('id', '=', accountId)
    .execute();
}
