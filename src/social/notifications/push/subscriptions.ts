import { t } from '../../../kernel/translation/translate.ts';
import { ECDH } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
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
export async function listSubscriptions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
): Promise<PushSubscription[]> {
  return db
    .selectFrom('social.push_subscription as browser')
    .leftJoin('identity.session as session', 'session.id', 'browser.session_id')
    .where('browser.account_id', '=', accountId)
    .where((row) =>
      row.or([row('browser.session_id', 'is', null), row('session.expires_at', '>', clock.now())]),
    )
    .orderBy('browser.id', 'desc')
    .select(['browser.id', 'browser.endpoint', 'browser.p256dh', 'browser.auth'])
    .execute();
}

/** Deletes all push subscriptions of an account. */
export async function endSubscriptions({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('social.push_subscription').where('account_id', '=', accountId).execute();
}
