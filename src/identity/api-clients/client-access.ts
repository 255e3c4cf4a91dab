import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { sameSecret, signature, unseal } from '../../kernel/secrets.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { CallingApp } from '../../platform/http/caller.ts';

/** Maximum clock difference of a signed request, in either direction. */
const tolerance = seconds(300);

/** The parts of a request that identify the sending app. */
interface ClientProof {
  apiKey: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  /** The `Origin` header. */
  origin?: string | undefined;
  /** The bundle id sent by a mobile app. */
  appId?: string | undefined;
}

type VerifiedClient = CallingApp & { forwardsAddresses: boolean };

/**
 * Authenticates the app that sent the request: by its signature, or by the key alone if it is a public app
 * calling from a registered origin or app id. A wrong key, signature or time gives the same error, which does
 * not reveal which one was wrong.
 */
export async function verifyClient(app: App, given: ClientProof): Promise<VerifiedClient> {
  const client = given.apiKey === undefined ? undefined : await findClient(app, given.apiKey);
  if (client && client.secret === undefined) return verifyPublic(client, given);
  const expected = signature(client?.secret ?? 'no such app', given.timestamp ?? '');
  const isSigned = sameSecret(expected, (given.signature ?? '').toLowerCase());
  if (!client || !isSigned || !isRecent(app, given.timestamp)) throw notValid();
  return { ...toCallingApp(client), isPublic: false, forwardsAddresses: client.forwardsAddresses };
}

export const notValid = () =>
  new Problem('unauthenticated', msg('The API key, signature or timestamp is missing or not valid'));

/**
 * Checks the origin or app id of a public app, which prevents other sites from using its key in browsers.
 * Programs can fake both, so a public key grants nothing that needs a secret.
 */
function verifyPublic(client: FoundClient, { signature, origin, appId }: ClientProof): VerifiedClient {
  if (signature !== undefined) throw notValid();
  const isFromItsPlace =
    origin === undefined
      ? appId !== undefined && client.appIds.includes(appId)
      : client.origins.includes(origin);
  if (!isFromItsPlace)
    throw new Problem(
      'forbidden',
      origin === undefined
        ? msg('This key belongs to a public app. Send its registered X-App-Id, or call from its origin.')
        : msg('This key cannot be used from this origin. Register the origin for the app first.'),
    );
  return { ...toCallingApp(client), isPublic: true, forwardsAddresses: false };
}

const toCallingApp = ({ id, origins }: FoundClient) => ({ id, origins });

function isRecent(app: App, timestamp = ''): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  return Math.abs(seconds - Number(timestamp)) * 1000 <= tolerance;
}

interface FoundClient {
  id: string;
  /** Undefined for a public app. */
  secret: string | undefined;
  origins: readonly string[];
  appIds: readonly string[];
  forwardsAddresses: boolean;
}

async function findClient(app: App, apiKey: string): Promise<FoundClient | undefined> {
  const { API_KEY, API_SECRET, secretKey } = app.config;
  if (API_KEY && sameSecret(apiKey, API_KEY))
    return { id: 'environment', secret: API_SECRET, origins: [], appIds: [], forwardsAddresses: false };
  const row = await app.db
    .selectFrom('identity.api_client')
    .select(['id', 'secret_sealed', 'origins', 'app_ids', 'forwards_addresses'])
    .where('api_key', '=', apiKey)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      secret: row.secret_sealed ? unseal(secretKey, row.secret_sealed) : undefined,
      origins: row.origins,
      appIds: row.app_ids,
      forwardsAddresses: row.forwards_addresses,
    }
  );
}

/** Where an app's key may be used, and whether the app is trusted. */
export interface ClientAccess {
  /** Origins whose scripts may use the key and send cookies. */
  origins: string[];
  /** Bundle ids of mobile apps that may use the key of a public app. */
  appIds: string[];
  /** Whether client addresses forwarded by the app are trusted. */
  forwardsAddresses: boolean;
}

/** Form values: lists with one entry per line. */
export interface GivenClientAccess {
  origins?: string | undefined;
  app_ids?: string | undefined;
  forwards_addresses?: string | undefined;
}

export type ClientKind = 'confidential' | 'public';

const maxEntries = 50;

/** The validated form. A public app must be bound to an origin or app id, and is never trusted. */
export function parseClientAccess(kind: ClientKind, given: GivenClientAccess): ClientAccess {
  const origins = [...new Set(entries('origins', given.origins).map(parseOrigin))];
  const appIds = [...new Set(entries('app_ids', given.app_ids).map(parseAppId))];
  const forwardsAddresses = given.forwards_addresses !== undefined;
  if (kind === 'confidential' && appIds.length > 0)
    throw invalid(
      'app_ids',
      msg('Only public apps can have app IDs. An app with a secret signs its requests instead.'),
    );
  if (kind === 'public' && forwardsAddresses)
    throw invalid(
      'forwards_addresses',
      msg('A public app has no secret, so it cannot forward IP addresses of users'),
    );
  if (kind === 'public' && origins.length + appIds.length === 0)
    throw invalid('origins', msg('A public app needs at least one origin or app ID'));
  return { origins, appIds, forwardsAddresses };
}

function entries(field: string, text = ''): string[] {
  const list = text.split(/[\s,]+/).filter(Boolean);
  if (list.length > maxEntries) throw invalid(field, msg('At most {maxEntries} entries', { maxEntries }));
  return list;
}

/**
 * Normalizes an origin as browsers send it in `Origin`: lower case, no path, no default port. Web views use
 * custom schemes.
 */
function parseOrigin(text: string): string {
  const lower = text.toLowerCase().replace(/\/$/, '');
  const isOrigin = /^[a-z][a-z0-9+.-]*:\/\/[^\s,/?#@*]+$/.test(lower) && lower.length <= 255;
  const url = isOrigin ? URL.parse(lower) : null;
  if (!url || ['file:', 'data:', 'blob:', 'javascript:'].includes(url.protocol))
    throw invalid(
      'origins',
      msg('{text} is not an origin such as https://app.example.org', { text: text.slice(0, 100) }),
    );
  return url.origin === 'null' ? lower : url.origin;
}

function parseAppId(text: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,199}$/.test(text))
    throw invalid(
      'app_ids',
      msg('{text} is not an app ID such as org.example.app', { text: text.slice(0, 100) }),
    );
  return text;
}

/**
 * Returns the client address forwarded by a trusted backend: `X-Client-IP`, or else the entry that the
 * backend added to `X-Forwarded-For`, left of those added by our own proxies. Undefined if there is none.
 */
export function parseForwardedAddress(request: Pick<FastifyRequest, 'headers' | 'ips'>): string | undefined {
  const named = String(request.headers['x-client-ip'] ?? '').trim();
  if (named !== '') {
    if (isIP(named) === 0) throw invalid('X-Client-IP', msg('X-Client-IP must be one IP address'));
    return named;
  }
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const ownHops = (request.ips?.length ?? 1) - 1;
  const entry = chain.at(-1 - ownHops)?.trim() ?? '';
  return isIP(entry) === 0 ? undefined : entry;
}
