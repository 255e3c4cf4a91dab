import { decodeJwt } from 'jose';
import { Problem, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { ScopeProblem } from '../../platform/http/agent-scopes.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { signJwt } from '../identity/assertion.ts';

/** What an app learns about a person (OpenID Connect Core, 5.1). */
export interface UserClaims {
  sub: string;
  name?: string;
  preferred_username?: string;
  picture?: string;
  profile?: string;
  locale?: string;
  email?: string;
  email_verified?: boolean;
}

/** Returns what the scopes allow an app to know about a person. */
async function claimsOf(app: App, accountId: string, scopes: readonly string[]): Promise<UserClaims> {
  const account = await app.db
    .selectFrom('identity.account')
    .select(['username', 'first_name', 'last_name', 'picture', 'email', 'activated_at', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    sub: accountId,
    ...(scopes.includes('profile') && {
      name: [account.first_name, account.last_name].filter(Boolean).join(' '),
      preferred_username: account.username,
      ...(account.picture !== null && {
        picture: new URL(app.files.address(account.picture), app.config.plazaUrl).href,
      }),
      profile: `${app.config.plazaUrl}/@${account.username}`,
      ...(account.language !== '' && { locale: account.language }),
    }),
    ...(scopes.includes('email') && {
      email: account.email,
      // Without confirmation, accounts are active with any address.
      email_verified: account.activated_at !== null && (await getSiteSettings(app)).activation,
    }),
  };
}

interface Subject {
  accountId: string;
  clientId: string;
  scopes: readonly string[];
  signedInAt: Date;
  nonce: string | undefined;
}

/** Issues an id token: proof for one app of who signed in, and when. */
export async function issueIdToken(app: App, subject: Subject): Promise<string> {
  const { accountId, clientId, scopes, signedInAt, nonce } = subject;
  const claims = await claimsOf(app, accountId, scopes);
  return signJwt(app, {
    type: 'JWT',
    audience: clientId,
    subject: accountId,
    claims: {
      ...claims,
      auth_time: Math.floor(signedInAt.getTime() / 1000),
      ...(nonce !== undefined && { nonce }),
    },
  });
}

/**
 * Whether an id token is about this account. Its signature does not matter: whoever sends a hint could as well send none.
 */
export function isAbout(hint: string, accountId: string): boolean {
  try {
    return decodeJwt(hint).sub === accountId;
  } catch {
    return false; // Not a token.
  }
}

/** Returns the claims of the person behind an access token. */
export async function getUserInfo(app: App, { viewer, agent }: Caller): Promise<UserClaims> {
  if (!viewer || !agent) throw new Problem('unauthenticated', msg('The access token is not valid'));
  if (!agent.scopes?.includes('openid')) throw new ScopeProblem('openid');
  return claimsOf(app, viewer.id, agent.scopes);
}
