import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { selectLiveTokens, selectOpenApps } from './queries.ts';

const life = hours(1);

interface Exchange {
  appId: string;
  appSecret: string;
  authKey: string;
}

/**
 * Exchanges an auth_key for an access token. Each key works once, within a minute, for the app it was issued
 * to.
 */
export async function exchangeKey(
  app: App,
  { appId, appSecret, authKey }: Exchange,
): Promise<{ token: string; expiresIn: number }> {
  const client = await selectOpenApps(app)
    .where('auth_id', '=', appId)
    .where('secret_hash', '=', tokenHash(appSecret))
    .executeTakeFirst();
  if (!client) throw new Problem('unauthenticated', t('Invalid app_id or app_secret'));
  return inTransaction(app, async (app) => {
    const grantId = await consumeKey(app, client.id, authKey);
    const token = newToken();
    const now = app.clock.now();
    await app.db
      .insertInto('social.oauth_token')
      .values({
        token_hash: tokenHash(token),
        grant_id: grantId,
        kind: 'access',
        expires_at: new Date(now.getTime() + life),
      })
      .execute();
    await app.db.updateTable('social.oauth_grant').set({ used_at: now }).where('id', '=', grantId).execute();
    return { token, expiresIn: life / 1000 };
  });
}

/** The delete lets only one of two concurrent requests with the same key succeed. */
async function consumeKey(app: App, clientId: string, authKey: string): Promise<string> {
  const live = selectLiveTokens(app)
    .select('token.token_hash')
    .where('permit.app_id', '=', clientId)
    .where('token.kind', '=', 'key')
    .where('token.token_hash', '=', tokenHash(authKey));
  const spent = await app.db
    .deleteFrom('social.oauth_token')
    .where('token_hash', 'in', live)
    .returning('grant_id')
    .executeTakeFirst();
  if (!spent)
    throw new Problem('invalid', t('The auth_key is invalid, already used or older than a minute'), {
      code: 'invalid_grant',
      field: 'auth_key',
    });
  return spent.grant_id;
}
