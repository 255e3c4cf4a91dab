import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { isLive } from '../../identity/account/people.ts';
import { Problem } from '../../kernel/problem.ts';
import { newToken, sameSecret, tokenHash } from '../../kernel/secrets.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { invalidGrant } from '../identity/assertion.ts';
import type { OAuthClient } from './client.ts';
import { issueIdToken } from './openid.ts';
import { narrowScopes, parseResources } from './scopes.ts';

const accessLifetime = hours(1);
/** Time in which a client must refresh. */
const refreshLifetime = days(90);

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
}

/** What a client may ask for at the token endpoint, besides its grant. */
interface Narrowed {
  scope?: string | undefined;
  resource?: string | string[] | undefined;
}

interface CodeExchange extends Narrowed {
  code: string;
  verifier: string;
  redirectUri: string | undefined;
}

/**
 * Exchanges an authorization code. A code works once, for a minute, for the client it was issued to and with the
 * verifier of its challenge. A second exchange ends all tokens of the first.
 */
export async function exchangeCode(app: App, client: OAuthClient, given: CodeExchange): Promise<TokenAnswer> {
  const result = await inTransaction(app, async (app) => {
    const grant = await selectGrants(app)
      .where('oauth_grant.code_hash', '=', tokenHash(given.code))
      .forUpdate('oauth_grant')
      .executeTakeFirst();
    if (grant?.client_id !== client.id) return invalidGrant('Unknown authorization code');
    if (grant.used_at) {
      await endGrant(app, grant.id);
      return invalidGrant('This code was already exchanged. Its tokens are revoked');
    }
    if (grant.expires_at <= app.clock.now()) return invalidGrant('The code has expired');
    if (given.redirectUri !== undefined && given.redirectUri !== grant.redirect_uri)
      return invalidGrant('redirect_uri differs from the one of the authorization request');
    const challenge = createHash('sha256').update(given.verifier).digest('base64url');
    if (!/^[\w.~-]{43,128}$/.test(given.verifier) || !sameSecret(challenge, grant.code_challenge))
      return invalidGrant('code_verifier does not match the code_challenge');
    await app.db
      .updateTable('agents.oauth_grant')
      .set({ used_at: app.clock.now() })
      .where('id', '=', grant.id)
      .execute();
    return issueTokens(app, client, grant, given, grant.nonce ?? undefined);
  });
  // A refusal that ended tokens commits.
  if (result instanceof Problem) throw result;
  return result;
}

/**
 * Exchanges a refresh token for an access token and the next refresh token. A token that was already exchanged has
 * been copied, so its second use ends the whole grant.
 */
export async function exchangeRefreshToken(
  app: App,
  client: OAuthClient,
  given: Narrowed & { refreshToken: string },
): Promise<TokenAnswer> {
  const hash = tokenHash(given.refreshToken);
  const result = await inTransaction(app, async (app) => {
    const now = app.clock.now();
    const grant = await selectGrants(app)
      .innerJoin('agents.refresh_token as token', 'token.grant_id', 'oauth_grant.id')
      .select(['token.used_at as refreshed_at', 'token.expires_at as refresh_until'])
      .where('token.token_hash', '=', hash)
      .forUpdate(['oauth_grant', 'token'])
      .executeTakeFirst();
    if (grant?.client_id !== client.id) return invalidGrant('Unknown refresh token');
    if (grant.refreshed_at) {
      await endGrant(app, grant.id);
      return invalidGrant('This refresh token was already used. All tokens of the grant are revoked');
    }
    if (grant.refresh_until <= now) return invalidGrant('The refresh token has expired');
    const answer = await issueTokens(app, client, grant, given);
    await app.db
      .updateTable('agents.refresh_token')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .execute();
    return answer;
  });
  if (result instanceof Problem) throw result;
  return result;
}

/** Grants of agents that are connected, and of people who may use their account. */
const selectGrants = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('agents.oauth_grant as oauth_grant')
    .innerJoin('agents.registration as agent', 'agent.id', 'oauth_grant.registration_id')
    .innerJoin('identity.account as account', 'account.id', 'agent.account_id')
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .where(isLive('account'))
    .select([
      'oauth_grant.id',
      'oauth_grant.registration_id',
      'oauth_grant.redirect_uri',
      'oauth_grant.nonce',
    ])
    .select(['oauth_grant.code_challenge', 'oauth_grant.scopes', 'oauth_grant.resources'])
    .select(['oauth_grant.expires_at', 'oauth_grant.used_at', 'oauth_grant.signed_in_at'])
    .select(['agent.client_id', 'agent.account_id']);

type Grant = NonNullable<Awaited<ReturnType<ReturnType<typeof selectGrants>['executeTakeFirst']>>>;

async function issueTokens(
  app: App,
  client: OAuthClient,
  grant: Grant,
  asked: Narrowed,
  nonce?: string,
): Promise<TokenAnswer> {
  const scopes = narrowScopes(grant.scopes, asked.scope);
  const resources = parseResources(app.config, asked.resource, grant.resources);
  const now = app.clock.now();
  const token = `agt_${newToken()}`;
  await app.db
    .insertInto('agents.access_token')
    .values({
      token_hash: tokenHash(token),
      registration_id: grant.registration_id,
      grant_id: grant.id,
      scope: scopes.join(' '),
      resources,
      created_at: now,
      expires_at: new Date(now.getTime() + accessLifetime),
    })
    .execute();
  const refreshToken = client.refreshes ? await addRefreshToken(app, grant.id) : undefined;
  const idToken = scopes.includes('openid')
    ? await issueIdToken(app, {
        accountId: grant.account_id ?? '',
        clientId: client.clientId,
        scopes,
        signedInAt: grant.signed_in_at,
        nonce,
      })
    : undefined;
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: accessLifetime / 1000,
    scope: scopes.join(' '),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}

async function addRefreshToken(app: App, grantId: string): Promise<string> {
  const now = app.clock.now();
  const token = `rft_${newToken()}`;
  await app.db
    .insertInto('agents.refresh_token')
    .values({
      token_hash: tokenHash(token),
      grant_id: grantId,
      created_at: now,
      expires_at: new Date(now.getTime() + refreshLifetime),
    })
    .execute();
  return token;
}

/** Ends a grant with all its tokens. */
const endGrant = ({ db }: Pick<App, 'db'>, id: string) =>
  db.deleteFrom('agents.oauth_grant').where('id', '=', id).execute();

/** Ends the grant of a refresh token (RFC 7009). Unknown tokens are no error. */
export async function revokeRefreshToken({ db }: Pick<App, 'db'>, token: string): Promise<void> {
  await db
    .deleteFrom('agents.oauth_grant')
    .where('id', '=', (row) =>
      row.selectFrom('agents.refresh_token').select('grant_id').where('token_hash', '=', tokenHash(token)),
    )
    .execute();
}

const codeLifetime = minutes(1);
/** Time for which clients without a grant are kept. */
const unusedClientLifetime = days(1);

/** Adds a grant and returns its authorization code. Called in a transaction. */
export async function addGrant(
  app: App,
  given: {
    registrationId: string;
    redirectUri: string;
    codeChallenge: string;
    scopes: string[];
    resources: string[];
    nonce: string | undefined;
    signedInAt: Date;
  },
): Promise<string> {
  const code = `cod_${newToken()}`;
  const now = app.clock.now();
  await app.db
    .insertInto('agents.oauth_grant')
    .values({
      registration_id: given.registrationId,
      code_hash: tokenHash(code),
      redirect_uri: given.redirectUri,
      code_challenge: given.codeChallenge,
      scopes: given.scopes,
      resources: given.resources,
      nonce: given.nonce ?? null,
      signed_in_at: given.signedInAt,
      created_at: now,
      expires_at: new Date(now.getTime() + codeLifetime),
    })
    .execute();
  return code;
}

/** Deletes codes, tokens and requests that have expired, and clients that nobody connected. */
async function purgeGrants({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('agents.pushed_request').where('expires_at', '<', now).execute();
  await db.deleteFrom('agents.refresh_token').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('agents.oauth_grant')
    .where('expires_at', '<', now)
    .where('used_at', 'is', null)
    .execute();
  await db
    .deleteFrom('agents.client')
    .where('created_at', '<', new Date(now.getTime() - unusedClientLifetime))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('agents.registration')
            .select('id')
            .whereRef('agents.registration.client_id', '=', 'agents.client.id'),
        ),
      ),
    )
    .execute();
}

export const oauthJobs = [job('agents.purge-grants', Type.Object({}), purgeGrants, { cron: '31 * * * *' })];
