import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { sameSecret, signature, unseal } from '../../kernel/secrets.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { CallingApp } from '../../platform/http/caller.ts';

/** How far a signed request's clock may be from ours, either way. */
const tolerance = seconds(300);

/** The parts of a request that identify the sending app. */
interface ClientProof {
  apiKey: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  /** As browsers send it. */
  origin?: string | undefined;
  /** The bundle id that a phone app sends. */
  appId?: string | undefined;
}

type VerifiedClient = CallingApp & { forwardsAddresses: boolean };

/**
 * The app that sent the request: by its signature, or by the key alone when it is a public app, from where it may be used.
 * A wrong key, signature or time is one and the same refusal: it does not say which half was wrong.
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
  new Problem('unauthenticated', t('The API key, signature or timestamp is missing or not valid'));

/**
 * Where a public app is called from is checked, and keeps other sites from using its key in browsers. Programs can pretend to be
 * anything, so such a key opens nothing that a secret is needed for.
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
        ? t('This key belongs to a public app: send its registered X-App-Id, or call from its origin')
        : t('This key may not be used from this origin: it is not registered for the app'),
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
  /** undefined: a public app. */
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
