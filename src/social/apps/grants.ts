import { sql } from 'kysely';
import { Type } from 'typebox';
import { getTitle } from '../../identity/account/people.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { isInForce, type OAuthApp, selectApps, selectLiveTokens, selectOpenApps } from './oauth-app.ts';

/** Returns the app that a sign-in is for. */
export async function getAppByAuthId(app: App, authId: string): Promise<OAuthApp> {
  const found = await findOpenApp(app, authId);
  if (!found) throw missing(msg('App'));
  return found;
}

/** Returns the app with this public ID, if people can sign in to it. */
export const findOpenApp = (app: App, authId: string): Promise<OAuthApp | undefined> =>
  selectOpenApps(app).where('auth_id', '=', authId).executeTakeFirst();

/** Whether the secret is that of the app. */
export async function hasSecret(app: App, authId: string, secret: string): Promise<boolean> {
  const found = await selectOpenApps(app)
    .where('auth_id', '=', authId)
    .where('secret_hash', '=', tokenHash(secret))
    .executeTakeFirst();
  return found !== undefined;
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
export const grantAccess = verb(
  {
    name: 'apps.grant',
    who: 'anyone',
    limit: {
      by: ['account', 'address'],
      calls: 60,
      within: minutes(1),
      perDevice: { calls: 180, within: minutes(1) },
    },
  },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    { id, redirectUrl }: OAuthApp,
    state?: string,
  ): Promise<string> => {
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
  },
);

/** An app the viewer has authorized. */
export interface Grant {
  id: string;
  name: string;
  domain: string;
  grantedAt: Date;
  usedAt: Date | null;
}

export const listGrants = (app: App, viewer: Pick<Viewer, 'id'>): Promise<Grant[]> =>
  selectApps(app)
    .clearSelect()
    .innerJoin('social.oauth_grant as permit', 'permit.app_id', 'oauth_app.id')
    .where('permit.account_id', '=', viewer.id)
    .where(isInForce)
    .select(['permit.id', 'oauth_app.name', 'domain', 'granted_at as grantedAt', 'used_at as usedAt'])
    .orderBy('permit.id', 'desc')
    .limit(100)
    .execute();

/** Revokes the viewer's grant for an app, including its tokens. */
export const revokeGrant = verb(
  { name: 'apps.revoke', who: 'member' },
  async ({ db }: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    const { numDeletedRows } = await db
      .deleteFrom('social.oauth_grant')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw missing(msg('App'));
  },
);

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
export const exchangeKey = verb(
  {
    name: 'apps.exchange-key',
    who: 'anyone',
    limit: {
      by: ['address'],
      calls: ({ OAUTH_LIMIT }) => OAUTH_LIMIT,
      within: minutes(1),
      perDevice: { calls: ({ OAUTH_LIMIT }) => 3 * OAUTH_LIMIT, within: minutes(1) },
    },
  },
  async (
    app: App,
    { appId, appSecret, authKey }: Exchange,
  ): Promise<{ token: string; expiresIn: number }> => {
    const client = await selectOpenApps(app)
      .where('auth_id', '=', appId)
      .where('secret_hash', '=', tokenHash(appSecret))
      .executeTakeFirst();
    if (!client) throw new Problem('unauthenticated', msg('Invalid app_id or app_secret'));
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
      await app.db
        .updateTable('social.oauth_grant')
        .set({ used_at: now })
        .where('id', '=', grantId)
        .execute();
      return { token, expiresIn: life / 1000 };
    });
  },
);

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
    throw new Problem('invalid', msg('The auth_key is invalid, already used or older than a minute'), {
      code: 'invalid_grant',
      field: 'auth_key',
    });
  return spent.grant_id;
}

/** Returns the profile of the token's person, as shared with apps. */
export async function getAppUserInfo(app: App, token: string) {
  const account = await selectLiveTokens(app)
    .innerJoin('identity.account as account', 'account.id', 'permit.account_id')
    .where('token.kind', '=', 'access')
    .where('token.token_hash', '=', tokenHash(token))
    .select(['account.id', 'username', 'email', 'first_name', 'last_name', 'gender'])
    .select(sql<string | null>`birthdate::text`.as('birthdate'))
    .select(['picture', 'cover', 'registered_at', 'verified_at', 'relationship', 'biography', 'website'])
    .executeTakeFirst();
  if (!account)
    throw new Problem('unauthenticated', msg('The access_token is invalid or has expired'), {
      code: 'invalid_token',
    });
  return { ...account, gender: await getTitle(app, 'gender', account.gender) };
}

/** Deletes expired tokens. Expired tokens are already rejected; this only bounds the table. */
async function purgeExpiredTokens({ db, clock }: App): Promise<void> {
  await db.deleteFrom('social.oauth_token').where('expires_at', '<', clock.now()).execute();
}

export const appJobs = [
  job('social.purge-expired-tokens', Type.Object({}), purgeExpiredTokens, { cron: '17 * * * *' }),
];
