import { t } from '../../../kernel/translation/translate.ts';
import { ECDH } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** A browser that lets itself be reached. */
export interface PushSubscription {
  id: string;
  endpoint: string;
  /** Its public key and the secret shared with it, base64url. */
  p256dh: string;
  auth: string;
}

/** More browsers than that nobody has; the oldest gives way. */
const max = 10;

/** Lets a browser be reached for as long as its session lasts. */
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
    // Throws for what is no point of the curve.
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
  } catch {
    throw invalid('p256dh', t('This browser did not provide a usable key'));
  }
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw invalid('auth', t('This browser did not provide a usable secret'));
}

/** The browsers that somebody let in, the newest first. */
export async function listSubscriptions(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<PushSubscription[]> {
  return db
    .selectFrom('social.push_subscription')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .execute();
}

/** Reaches none of somebody's browsers any more. */
export async function endSubscriptions({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('social.push_subscription').where('account_id', '=', accountId).execute();
}
