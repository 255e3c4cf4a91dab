import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider, { type Configuration, type InteractionResults } from 'oidc-provider';

interface Person {
  subject: string;
  claims: Record<string, unknown>;
  amr?: string[];
  /** What the ID token says instead. */
  inToken?: Record<string, unknown>;
}

/**
 * A certified OpenID provider on a real port. Whoever is `person` signs in there without being asked, as someone does
 * whose browser it knows.
 */
export class OpenIdProvider {
  readonly issuer: string;
  readonly clientId = 'plaza';
  readonly clientSecret = 'a secret of forty characters, or a few more';
  person: Person = { subject: 'ada-1', claims: {} };
  readonly #server: Server;
  readonly #cookies = new Map<string, string>();
  readonly #key: CryptoKey;

  private constructor(server: Server, issuer: string, key: CryptoKey) {
    this.#server = server;
    this.issuer = issuer;
    this.#key = key;
  }

  /** Starts one whose client is at these origins, where it is known as `slug`. */
  static async start(origins: readonly string[], slug: string): Promise<OpenIdProvider> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const started = new OpenIdProvider(server, issuer, privateKey);
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider = new Provider(issuer, { ...started.#configure(origins, slug), jwks: { keys: [jwk] } });
    const callback = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
      void started.#interact(provider, request, response);
    });
    return started;
  }

  /** What the provider sends when somebody signs out there. */
  logoutToken({
    subject,
    sid,
    audience = this.clientId,
  }: {
    subject?: string;
    sid?: string;
    audience?: string;
  }) {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return new SignJWT({ events, ...(sid !== undefined && { sid }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setJti(crypto.randomUUID())
      .setSubject(subject ?? 'new-1')
      .sign(this.#key);
  }

  /** Follows the URL as a browser does, until it leaves the provider. Returns where to. */
  async follow(url: string): Promise<string> {
    for (let at = url, hops = 0; hops < 12; hops += 1) {
      if (!at.startsWith(this.issuer)) return at;
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.#cookies.set(name, value);
      }
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`${answer.status} ${await answer.text()}`);
      at = new URL(to, at).href;
    }
    throw new Error('too many redirects');
  }

  /** Counts from now on how often its keys are asked for. */
  countKeyRequests(): () => number {
    let asked = 0;
    this.#server.on('request', ({ url }) => {
      if (url === '/jwks') asked += 1;
    });
    return () => asked;
  }

  /** The provider forgets the browser. */
  forget(): void {
    this.#cookies.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #configure(origins: readonly string[], slug: string): Configuration {
    return {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: origins.map((origin) => `${origin}/signin/with/${slug}/callback`),
          post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
          backchannel_logout_uri: `${origins[0]}/signin/with/${slug}/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      findAccount: (_context, id) => ({
        accountId: id,
        claims: (use) =>
          Promise.resolve({
            sub: id,
            ...this.person.claims,
            ...(use === 'id_token' && this.person.inToken),
          }),
      }),
      claims: {
        openid: ['sub', 'amr', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups'],
      },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of a test'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
    };
  }

  async #interact(
    provider: Provider,
    request: Parameters<Provider['interactionDetails']>[0],
    response: Parameters<Provider['interactionDetails']>[1],
  ): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const { subject, amr } = this.person;
    const result: InteractionResults = {};
    if (prompt.name === 'login') result.login = { accountId: subject, ...(amr && { amr }) };
    else {
      const grant = new provider.Grant({
        accountId: session?.accountId ?? subject,
        clientId: String(params.client_id),
      });
      grant.addOIDCScope(String(params.scope));
      result.consent = { grantId: await grant.save() };
    }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }
}
