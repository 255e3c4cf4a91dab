import { findOpenApp, hasSecret } from '../../social/apps/grants.ts';
import { parseAppName } from '../../social/apps/oauth-app.ts';
import { msg, Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

/** A program that asks people for access by OAuth. */
export interface OAuthClient {
  id: string;
  clientId: string;
  /** By its metadata document, by dynamic registration, or by a member at /developers. */
  kind: 'document' | 'registered' | 'app';
  name: string;
  /** The host that vouches for it: of its document, or of its registered domain. Empty: nobody does. */
  domain: string;
  website: string;
  /** A small WebP picture. */
  logo: Buffer | null;
  redirectUris: readonly string[];
  refreshes: boolean;
  /** Whether it authenticates with a secret. */
  isConfidential: boolean;
}

export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/** Returns a known client. Documents are fetched by `getClientForConsent`, not here. */
export async function findClient(app: App, clientId: string): Promise<OAuthClient | undefined> {
  const row = await app.db
    .selectFrom('agents.client')
    .select(['id', 'client_id', 'kind', 'name', 'website', 'logo', 'redirect_uris', 'grant_types'])
    .select('auth_method')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row?.kind === 'app') return findApp(app, clientId, row.id);
  if (!row) return findApp(app, clientId);
  return {
    id: row.id,
    clientId: row.client_id,
    kind: row.kind as OAuthClient['kind'],
    name: row.name,
    domain: row.kind === 'document' ? new URL(row.client_id).hostname : '',
    website: row.website,
    logo: row.logo,
    redirectUris: row.redirect_uris,
    refreshes: row.grant_types.includes('refresh_token'),
    isConfidential: row.auth_method !== 'none',
  };
}

/** An app of a member. Its row is added at its first use, so that grants can refer to it. */
async function findApp(app: App, authId: string, id?: string): Promise<OAuthClient | undefined> {
  if (!/^[0-9a-f]{24}$/.test(authId)) return undefined;
  const found = await findOpenApp(app, authId);
  if (!found) return undefined;
  return {
    id: id ?? (await addAppRow(app, authId, found.name)),
    clientId: authId,
    kind: 'app',
    name: found.name,
    domain: found.domain,
    website: '',
    logo: null,
    redirectUris: [found.redirectUrl],
    refreshes: true,
    isConfidential: true,
  };
}

async function addAppRow(app: App, authId: string, name: string): Promise<string> {
  const { id } = await app.db
    .insertInto('agents.client')
    .values({
      client_id: authId,
      kind: 'app',
      name,
      website: '',
      redirect_uris: [],
      grant_types: ['authorization_code', 'refresh_token'],
      auth_method: 'client_secret_basic',
      address: '',
      created_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Credentials {
  clientId: string | undefined;
  secret: string | undefined;
  /** Whether they came in the Authorization header. */
  isBasic: boolean;
}

/** Reads the client's credentials from the header or the body (RFC 6749, 2.3.1). Never from both. */
export function parseCredentials(
  authorization: string,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): Credentials {
  const basic = /^Basic\s+([A-Za-z0-9+/=_-]{1,2000})$/i.exec(authorization.trim())?.[1];
  if (basic === undefined)
    return {
      clientId: body.client_id,
      secret: body.client_secret === '' ? undefined : body.client_secret,
      isBasic: false,
    };
  if (body.client_secret !== undefined) throw badRequest('client_secret', 'Authenticate in one way only');
  const [name = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  const clientId = formDecoded(name);
  if (body.client_id !== undefined && body.client_id !== clientId)
    throw badRequest('client_id', 'client_id differs from the one in the Authorization header');
  return { clientId, secret: formDecoded(rest.join(':')), isBasic: true };
}

/** As RFC 6749 encodes them. A malformed escape stands for itself. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const badRequest = (field: string, text: string) =>
  new Problem('invalid', text, { field, code: 'invalid_request' });

/** Returns the client of a request to the token endpoint. Throws `invalid_client` unless it proves to be it. */
export async function authenticateClient(app: App, given: Credentials): Promise<OAuthClient> {
  const { clientId, secret } = given;
  if (!clientId) throw badRequest('client_id', 'client_id is missing');
  const client = await findClient(app, clientId);
  if (!client) throw notThatClient();
  if (client.isConfidential !== (secret !== undefined)) throw notThatClient();
  if (secret !== undefined && !(await isSecretOf(app, client, secret))) throw notThatClient();
  return client;
}

async function isSecretOf(app: App, { id, kind, clientId }: OAuthClient, secret: string): Promise<boolean> {
  if (kind === 'app') return hasSecret(app, clientId, secret);
  const row = await app.db
    .selectFrom('agents.client')
    .select('id')
    .where('id', '=', id)
    .where('secret_hash', '=', tokenHash(secret))
    .executeTakeFirst();
  return row !== undefined;
}

const notThatClient = () =>
  new Problem('unauthenticated', msg('Unknown client, or its authentication failed'), {
    code: 'invalid_client',
  });

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.includes(hostname);

/** A scheme of an installed program is the reverse of a domain (RFC 8252, 7.1): nobody else uses it. */
const ownScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;
/** Those of editors that many people use, and that are not. */
const editorSchemes = ['cursor:', 'vscode:', 'vscode-insiders:'];

/**
 * Why an address cannot be a redirect URI, or undefined. Https can, and for programs that are not declared to be
 * websites, http of the same machine and their own schemes (RFC 8252). This site's own cannot: a short link would pass
 * codes on. Other schemes run something, show files, or belong to another program.
 */
export function redirectFault(
  { config }: Pick<App, 'config'>,
  text: string,
  applicationType?: string,
): string | undefined {
  const url = URL.parse(text);
  if (!url || text.length > 2000 || /[^\x21-\x7e]/.test(text)) return 'is not a URL';
  if (text.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not have a username';
  if (url.protocol === 'http:' && !isLoopback(url)) return 'must start with https://';
  const isProgram = url.protocol !== 'https:';
  if (isProgram && applicationType === 'web') return 'must start with https:// for a website';
  if (isProgram && !isLoopback(url) && !ownScheme.test(url.protocol) && !editorSchemes.includes(url.protocol))
    return 'has a scheme that is not allowed: use https, or the reverse of a domain, such as com.example.app';
  if (['code', 'state', 'iss', 'error'].some((name) => url.searchParams.has(name)))
    return 'must not have the parameters of a response';
  // Some characters allowed in hosts would have a special meaning in a content security policy.
  if (/[;,'"]/.test(url.host)) return 'is not a URL';
  // A dot at the end of a name leads to the same place.
  const host = url.host.replace(/\.(?=:|$)/, '');
  if ([config.plazaUrl, config.hopUrl].some((own) => new URL(own).host === host))
    return 'must not be on this site';
  return undefined;
}

/** Whether a redirect URI is one of the client's. Exact, but for the port on the same machine (RFC 8252, 7.3). */
export function isRedirectUri({ redirectUris }: Pick<OAuthClient, 'redirectUris'>, asked: string): boolean {
  if (redirectUris.includes(asked)) return true;
  const url = URL.parse(asked);
  if (!url || !isLoopback(url) || asked.includes('#')) return false;
  // Otherwise browsers could read the address in another way.
  if (url.href !== asked && url.href !== `${asked}/`) return false;
  const withoutPort = (text: string) => {
    const { protocol, hostname, pathname, search, username, password } = new URL(text);
    return `${protocol}//${username}:${password}@${hostname}${pathname}${search}`;
  };
  return redirectUris.some((known) => {
    const registered = URL.parse(known);
    return registered !== null && isLoopback(registered) && withoutPort(known) === withoutPort(asked);
  });
}

/** Checks the name that people see. Names that look like those of this site are refused. */
export async function parseClientName(app: App, given: string): Promise<string> {
  const { name } = await getSiteSettings(app);
  return parseAppName(given, [name, 'Plaza', 'Hop']);
}
