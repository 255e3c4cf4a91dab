import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { OAuthApp } from './oauth-app.ts';
import { isInForce, selectOpenApps } from './queries.ts';

/** Returns the app that a sign-in is for. */
export async function getAppByAuthId(app: App, authId: string): Promise<OAuthApp> {
  const found = await selectOpenApps(app).where('auth_id', '=', authId).executeTakeFirst();
  if (!found) throw missing(t('App'));
  return found;
}

export async function hasGranted(app: App, viewer: Pick<Viewer, 'id'>, appId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('social.oauth_grant as permit')
    .select('id')
    .where('app_id', '=', appId)
    .where('account_id', '=', viewer.id)
    .where(isInForce)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Grants an app access to the viewer's profile. Returns the redirect URL: the app's URL with the auth_key,
 * and `state` as the app sent it.
 */
export async function grantAccess(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { id, redirectUrl }: OAuthApp,
  state?: string,
): Promise<string> {
  const key = newToken();
  const now = app.clock.now();
  await inTransaction(app, async ({ db }) => {
    // An expired or revoked grant is deleted with its tokens instead of being revived.
    await db
      .deleteFrom('social.oauth_grant as permit')
      .where('app_id', '=', id)
      .where('account_id', '=', viewer.id)
      .where((row) => row.not(isInForce))
      .execute();
    const grant = await db
      .insertInto('social.oauth_grant')
      .values({ app_id: id, account_id: viewer.id, granted_at: now })
      .onConflict((conflict) => conflict.columns(['app_id', 'account_id']).doUpdateSet({ app_id: id }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('social.oauth_token')
      .values({
        token_hash: tokenHash(key),
        grant_id: grant.id,
        kind: 'key',
        expires_at: new Date(now.getTime() + minutes(1)),
      })
      .execute();
  });
  const back = `${redirectUrl}${redirectUrl.includes('?') ? '&' : '?'}auth_key=${key}`;
  return state === undefined ? back : `${back}&state=${encodeURIComponent(state.toWellFormed())}`;
}
