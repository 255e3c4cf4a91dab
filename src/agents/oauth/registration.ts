import { type Static, Type } from 'typebox';
import { Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import { type App, verb } from '../../platform/app.ts';
import { pictureTask } from '../../platform/files/draw-picture.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { getAgentSettings, isInNetworks } from '../identity/agent-settings.ts';
import { newPublicId } from '../identity/assertion.ts';
import { registrationLimit } from '../identity/register-agent.ts';
import { type AuthMethod, findClient, type OAuthClient, parseClientName, redirectFault } from './client.ts';

const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description && { description }) }));
const words = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20, description }));

/** What a client says about itself (RFC 7591, 2). Other members are ignored. */
export const ClientMetadata = Type.Object({
  redirect_uris: Type.Array(Type.String({ maxLength: 2000 }), {
    minItems: 1,
    maxItems: 10,
    description: 'https, http of the same machine, or the scheme of an installed program',
  }),
  client_name: text(200, 'Shown to people'),
  client_uri: text(2000),
  logo_uri: text(2000),
  grant_types: words('`authorization_code` (default) and `refresh_token`'),
  response_types: words('`code`'),
  token_endpoint_auth_method: text(100, '`none`, `client_secret_basic` (default) or `client_secret_post`'),
  application_type: text(20, '`web` (https only) or `native`'),
  scope: text(2000),
});
export type ClientMetadata = Static<typeof ClientMetadata>;

interface Parsed {
  name: string;
  website: string;
  redirectUris: string[];
  grantTypes: string[];
  authMethod: AuthMethod;
}

const refused = (code: 'invalid_client_metadata' | 'invalid_redirect_uri', field: string, fault: string) =>
  new Problem('invalid', `${field} ${fault}`, { field, code });

/** Checks what a client says about itself, and returns what of it counts here. */
async function parseMetadata(app: App, given: ClientMetadata, unnamed: string): Promise<Parsed> {
  const applicationType = given.application_type;
  if (applicationType !== undefined && !['web', 'native'].includes(applicationType))
    throw refused('invalid_client_metadata', 'application_type', 'must be web or native');
  for (const address of given.redirect_uris) {
    const fault = redirectFault(app, address, applicationType);
    if (fault) throw refused('invalid_redirect_uri', 'redirect_uris', fault);
  }
  const grantTypes = given.grant_types ?? ['authorization_code'];
  if (!grantTypes.includes('authorization_code'))
    throw refused('invalid_client_metadata', 'grant_types', 'must include authorization_code');
  if (!(given.response_types ?? ['code']).includes('code'))
    throw refused('invalid_client_metadata', 'response_types', 'must include code');
  const authMethod = given.token_endpoint_auth_method ?? 'client_secret_basic';
  if (authMethod !== 'none' && authMethod !== 'client_secret_basic' && authMethod !== 'client_secret_post')
    throw refused('invalid_client_metadata', 'token_endpoint_auth_method', 'is not supported');
  const website = URL.parse(given.client_uri ?? '');
  return {
    name: await parseClientName(app, cleanName(given.client_name ?? '').slice(0, 60) || unnamed).catch(
      (cause: unknown) => {
        if (cause instanceof Problem)
          throw new Problem('invalid', cause.text, {
            field: 'client_name',
            code: 'invalid_client_metadata',
            cause,
          });
        throw cause;
      },
    ),
    website: website?.protocol === 'https:' ? website.href : '',
    redirectUris: [...new Set(given.redirect_uris)],
    grantTypes: grantTypes.filter((type) => ['authorization_code', 'refresh_token'].includes(type)),
    authMethod,
  };
}

interface NewClient {
  client_id: string;
  client_secret?: string;
  client_id_issued_at: number;
}

/**
 * Registers a client that has no metadata document (RFC 7591). Nobody vouches for its name, so people see none of
 * its pictures.
 */
export const registerClient = verb(
  { name: 'oauth.register', who: 'anyone', limit: registrationLimit },
  async (app, given: ClientMetadata, address: string): Promise<NewClient & ClientMetadata> => {
    const { registration, blockedNetworks } = await getAgentSettings(app);
    if (!registration || isInNetworks(blockedNetworks, address))
      throw new Problem('forbidden', msg('Apps cannot register at the moment'), { code: 'access_denied' });
    const parsed = await parseMetadata(app, given, t('Unnamed app'));
    const clientId = newPublicId('app');
    const secret = parsed.authMethod === 'none' ? undefined : newToken();
    const now = app.clock.now();
    await app.db
      .insertInto('agents.client')
      .values({
        client_id: clientId,
        kind: 'registered',
        name: parsed.name,
        website: parsed.website,
        redirect_uris: parsed.redirectUris,
        grant_types: parsed.grantTypes,
        auth_method: parsed.authMethod,
        secret_hash: secret === undefined ? null : tokenHash(secret),
        address,
        created_at: now,
      })
      .execute();
    return {
      client_id: clientId,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: parsed.name,
      ...(parsed.website !== '' && { client_uri: parsed.website }),
      redirect_uris: parsed.redirectUris,
      grant_types: parsed.grantTypes,
      response_types: ['code'],
      token_endpoint_auth_method: parsed.authMethod,
    };
  },
);

/** A document is read again after this time. */
const documentLifetime = hours(1);
const largestDocument = 16 * 1024;
const largestLogo = 256 * 1024;

const isDocument = (clientId: string) => clientId.startsWith('https://');

/**
 * Returns the client that asks for consent. If its id is the URL of its metadata document, the document is fetched
 * at most once an hour. Throws `invalid_client` if there is no such client.
 */
export async function getClientForConsent(app: App, clientId: string, mayFetch = true): Promise<OAuthClient> {
  if (isDocument(clientId) && mayFetch) await refreshDocument(app, clientId);
  const client = await findClient(app, clientId);
  if (client) return client;
  throw new Problem('invalid', msg('No app has this client_id. It may have been removed.'), {
    field: 'client_id',
    code: 'invalid_client',
  });
}

const badDocument = (cause?: unknown) =>
  new Problem('invalid', msg('The metadata document at this client_id cannot be read'), {
    field: 'client_id',
    code: 'invalid_client',
    cause,
  });

async function refreshDocument(app: App, clientId: string): Promise<void> {
  const now = app.clock.now();
  const known = await app.db
    .selectFrom('agents.client')
    .select('fresh_until')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known && (known.fresh_until ?? now) > now) return;
  const url = URL.parse(clientId);
  // As the draft requires, so that one document has one address.
  if (
    url?.href !== clientId ||
    url.pathname === '/' ||
    url.hash !== '' ||
    url.username ||
    // A file that a member uploaded here is not of this site.
    [app.config.plazaUrl, app.config.hopUrl].some((own) => new URL(own).hostname === url.hostname) ||
    clientId.length > 500
  )
    throw badDocument();
  const { document, parsed } = await fetchDocument(app, clientId, url.hostname);
  const values = {
    name: parsed.name,
    website: parsed.website,
    logo: (await fetchLogo(app, document.logo_uri, url.host)) ?? null,
    redirect_uris: parsed.redirectUris,
    grant_types: parsed.grantTypes,
    fresh_until: new Date(now.getTime() + documentLifetime),
  };
  await app.db
    .insertInto('agents.client')
    .values({
      ...values,
      client_id: clientId,
      kind: 'document',
      auth_method: 'none',
      address: '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}

const isMetadata = shapeCheck(ClientMetadata);

async function fetchDocument(
  app: App,
  clientId: string,
  host: string,
): Promise<{ document: ClientMetadata; parsed: Parsed }> {
  try {
    const answer = await app.outbound.fetch(clientId, {
      headers: { accept: 'application/json' },
      max: largestDocument,
      within: 5000,
      hops: 0,
    });
    if (answer.status !== 200) throw badDocument();
    const document = answer.json() as ClientMetadata & { client_id?: unknown };
    isMetadata(document);
    // The document must be the client's own: a copy elsewhere names another address.
    if (document.client_id !== clientId) throw badDocument();
    // Nobody can keep a secret in a public document.
    const method = document.token_endpoint_auth_method ?? 'none';
    const plain = { ...document, token_endpoint_auth_method: method };
    const parsed = await parseMetadata(app, plain, host).catch((error: unknown) =>
      error instanceof Problem && error.field === 'client_name'
        ? parseMetadata(app, { ...plain, client_name: host }, host)
        : Promise.reject(error as Error),
    );
    if (parsed.authMethod !== 'none') throw badDocument();
    return { document, parsed };
  } catch (error) {
    if (error instanceof Problem) throw badDocument(error);
    throw error;
  }
}

/** The logo of a document, only from the document's host. A client without a readable one has none. */
async function fetchLogo(app: App, logo: string | undefined, host: string): Promise<Buffer | undefined> {
  const url = URL.parse(logo ?? '');
  if (url?.protocol !== 'https:' || url.host !== host) return undefined;
  try {
    const { status, body } = await app.outbound.fetch(url.href, { max: largestLogo, within: 5000, hops: 0 });
    if (status !== 200) return undefined;
    const box = { width: 96, height: 96 };
    const drawn = await runSandboxed(
      app,
      pictureTask,
      { source: body, field: 'logo_uri', drawing: {}, large: box, small: box, square: true },
      // Strangers can have it read, by a pushed request.
      { class: 'free', owner: host, seconds: 10, field: 'logo_uri' },
    );
    return Buffer.from(drawn.small);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
