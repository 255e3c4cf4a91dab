import { t } from '../../../kernel/translation/translate.ts';
import { ECDH } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { findOpenSessions } from '../../../identity/sessions/sessions.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** A browser's push subscription. */
export interface PushSubscription {
  id: string;
  endpoint: string;
  /** The browser's public key and the shared secret, base64url. */
  p256dh: string;
  auth: string;
}

/** Maximum push subscriptions per account. Adding another removes the oldest. */
const max = 10;

/** Adds a push subscription that lasts as long as its session. */
export async function addSubscription(
  app: App,
  viewer: Viewer,
  sessionId: string | undefined,
  given: Omit<PushSubscription, 'id'>,
): Promise<void> {
  check(given);
  const row = {
    ...given,
    account_id: viewer.id,
    session_id: sessionId ?? null,
    created_at: app.clock.now(),
  };
  await inTransaction(app, async (app) => {
    await app.db
      .insertInto('social.push_subscription')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute();
    await app.db
      .deleteFrom('social.push_subscription')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('social.push_subscription')
          .where('account_id', '=', viewer.id)
          .orderBy('id', 'desc')
          .offset(max)
          .select('id'),
      )
      .execute();
  });
}

function check({ endpoint, p256dh, auth }: Omit<PushSubscription, 'id'>): void {
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'https:' || endpoint.length > 1000)
    throw invalid('endpoint', t('This browser did not provide a push endpoint'));
  try {
    // Throws if the key is not a point on the curve.
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
  } catch {
    throw invalid('p256dh', t('This browser did not provide a usable key'));
  }
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw invalid('auth', t('This browser did not provide a usable secret'));
}

/** Returns the push subscriptions of an account whose sessions have not ended or expired, newest first. */
export async function listSubscriptions(app: App, accountId: string): Promise<PushSubscription[]> {
  const rows = await app.db
    .selectFrom('social.push_subscription')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'session_id'])
    .execute();
  const open = await findOpenSessions(
    app,
    rows.flatMap(({ session_id }) => session_id ?? []),
  );
  return rows
    .filter(({ session_id }) => session_id === null || open.has(session_id))
    .map(({ id, endpoint, p256dh, auth }) => ({ id, endpoint, p256dh, auth }));
}

/** Deletes all push subscriptions of an account. */
export async function endSubscriptions({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('social.push_subscription').where('account_id', '=', accountId).execute();
}
