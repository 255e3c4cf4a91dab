import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { msg, Problem } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { html } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { getEnabledProvider, listEnabledProviders, type Provider } from '../providers/providers.ts';
import { endProviderSessions } from '../sessions/end-access.ts';
import { clearBrowser, endSession } from '../sessions/sessions.ts';
import { openIdClient, guardedFetch, signOutUrl } from './protocol.ts';
import { countMessage } from './requests.ts';

/** The cookie with the URL that ends the session at the provider, encrypted. */
const signOutCookie = 'provider_sign_out';

/** The URL that ends the provider's session behind a session, and the provider's label. */
async function findSignOut(app: App, sessionId: string, origin: string) {
  const row = await app.db
    .selectFrom('identity.provider_session')
    .select(['provider_id', 'id_token_sealed'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row?.id_token_sealed) return undefined;
  const provider = (await listEnabledProviders(app)).find(({ id }) => id === row.provider_id);
  if (!provider) return undefined;
  const idToken = unseal(app.config.secretKey, row.id_token_sealed);
  // A provider that cannot be reached does not keep anyone signed in here.
  const url = await signOutUrl(app, provider, { idToken, back: `${origin}/` }).catch(() => undefined);
  return url === undefined ? undefined : { url, label: provider.label };
}

/** How old a logout token can be, in milliseconds. */
const longestAge = minutes(5);

/** Ends sessions on behalf of a provider (OpenID Connect Back-Channel Logout 1.0). */
const receiveLogout = verb(
  { name: 'provider-sign-in.receive-logout', who: 'anyone' },
  async (app, slug: string, logoutToken: string) => {
    const provider = await getEnabledProvider(app, slug);
    if (provider.kind !== 'oidc') throw badToken();
    const { id, ...whose } = await parseLogoutToken(app, provider, logoutToken);
    // A token that is sent again must not end sessions that began since.
    if (!(await countMessage(app, provider, `logout ${id}`, longestAge))) throw badToken();
    await endProviderSessions(app, provider.id, whose);
  },
);

const openCookie = (app: App, { cookies }: Client): { url: string; label: string } | undefined => {
  try {
    return JSON.parse(
      unseal(app.config.secretKey, Buffer.from(cookies[signOutCookie] ?? '', 'base64url')),
    ) as { url: string; label: string };
  } catch {
    return undefined; // No cookie, or not ours.
  }
};

/** Pages to sign out, here and at the provider, and what providers call when somebody signs out there. */
export const signOutPages = (service: 'plazaUrl' | 'hopUrl') => [
  page({
    method: 'POST',
    path: '/signout',
    verb: endSession,
    access: 'anyone',
    handle: async ({ app, viewer, caller, client }) => {
      const there =
        viewer && caller.sessionId
          ? await findSignOut(app, caller.sessionId, app.config[service])
          : undefined;
      if (viewer && caller.sessionId) await endSession(app, viewer.id, caller.sessionId);
      clearBrowser(client);
      if (!there) return redirect('/', { kind: 'info', text: t('Signed out') });
      const sealed = seal(app.config.secretKey, JSON.stringify(there)).toString('base64url');
      client.setCookie(signOutCookie, sealed, { maxAge: 600 });
      return redirect('/signed-out');
    },
  }),
  page({
    method: 'GET',
    path: '/signed-out',
    access: 'anyone',
    handle: ({ app, client }) => {
      const there = openCookie(app, client);
      client.clearCookie(signOutCookie);
      if (!there) return redirect('/');
      return {
        title: t('Signed out'),
        shape: 'plain',
        // A form may not lead to another site, not even by a redirect.
        head: html`<meta http-equiv="refresh" content="0; url=${there.url}" />`,
        body: html`<h1>Signed out</h1>
          <p class="lead">${t('Signing you out of {label} too.', { label: there.label })}</p>
          ${linkButton({ label: t('Sign out of {label}', { label: there.label }), href: there.url, wide: true })}
          <p class="plain-more"><a href="/">Stay signed in there</a></p>`,
      };
    },
  }),
  page({
    method: 'POST',
    path: '/signin/with/:slug/logout',
    verb: receiveLogout,
    access: 'anyone',
    params: Type.Object({ slug: Type.String({ maxLength: 40 }) }),
    body: Type.Object({ logout_token: Type.String({ maxLength: 20_000 }) }),
    handle: async ({ app, client, params, body }) => {
      await receiveLogout(app, params.slug, body.logout_token);
      client.setHeader('cache-control', 'no-store');
      return { type: 'text/plain; charset=utf-8', body: '' };
    },
  }),
];

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0) and returns whose sessions end. Throws a `Problem` if
 * it is not one of this provider for this client.
 */
async function parseLogoutToken(
  app: App,
  provider: Provider,
  logoutToken: string,
): Promise<{ id: string; subject: string | undefined; sid: string | undefined }> {
  const { jwtVerify } = await import('jose');
  try {
    const client = await openIdClient(app, provider);
    const { jwks_uri, issuer } = client.serverMetadata();
    if (jwks_uri === undefined) throw new Error('the provider has no keys');
    const { payload } = await jwtVerify(logoutToken, await keysOf(app, jwks_uri), {
      issuer,
      audience: provider.clientId,
      maxTokenAge: longestAge / 1000,
      requiredClaims: ['jti', 'events'],
    });
    const events = payload.events as Record<string, unknown> | undefined;
    if (!events?.['http://schemas.openid.net/event/backchannel-logout']) throw new Error('no logout event');
    if (payload.nonce !== undefined) throw new Error('an ID token');
    const [subject, sid] = [payload.sub, typeof payload.sid === 'string' ? payload.sid : undefined];
    if (subject === undefined && sid === undefined) throw new Error('neither sub nor sid');
    return { id: payload.jti ?? '', subject, sid };
  } catch (error) {
    app.log.warn({ provider: provider.slug, err: error as Error }, 'a logout token was refused');
    throw badToken(error);
  }
}

const badToken = (cause?: unknown) =>
  new Problem('invalid', msg('This is not a valid logout token'), { field: 'logout_token', cause });

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
