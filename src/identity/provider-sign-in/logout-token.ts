import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import type { Provider } from '../providers/providers.ts';
import { clientOf, guardedFetch } from './protocol.ts';

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0) and returns whose sessions end. Throws a `Problem` if
 * it is not one of this provider for this client.
 */
export async function parseLogoutToken(
  app: App,
  provider: Provider,
  logoutToken: string,
): Promise<{ subject: string | undefined; sid: string | undefined }> {
  const { jwtVerify } = await import('jose');
  try {
    const client = await clientOf(app, provider);
    const { jwks_uri, issuer } = client.serverMetadata();
    if (jwks_uri === undefined) throw new Error('the provider has no keys');
    const { payload } = await jwtVerify(logoutToken, await keysOf(app, jwks_uri), {
      issuer,
      audience: provider.clientId,
      maxTokenAge: '5 minutes',
      requiredClaims: ['jti', 'events'],
    });
    const events = payload.events as Record<string, unknown> | undefined;
    if (!events?.['http://schemas.openid.net/event/backchannel-logout']) throw new Error('no logout event');
    if (payload.nonce !== undefined) throw new Error('an ID token');
    const [subject, sid] = [payload.sub, typeof payload.sid === 'string' ? payload.sid : undefined];
    if (subject === undefined && sid === undefined) throw new Error('neither sub nor sid');
    return { subject, sid };
  } catch (error) {
    app.log.warn({ provider: provider.slug, err: error as Error }, 'a logout token was refused');
    throw new Problem('invalid', msg('This is not a valid logout token'), {
      field: 'logout_token',
      cause: error,
    });
  }
}

const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 100 });

/** Keys of a provider. Fetched at most every 30 seconds, because anybody can send what looks like a logout token. */
async function keysOf(app: App, url: string): Promise<JWTVerifyGetKey> {
  const known = keySets.get(url);
  if (known) return known;
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const keys = createRemoteJWKSet(new URL(url), {
    [customFetch]: (address: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) =>
      guardedFetch(app, address, { headers: Object.fromEntries(headers), signal }),
  });
  keySets.set(url, keys);
  return keys;
}
