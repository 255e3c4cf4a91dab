import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
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
  new Problem('unauthenticated', t('The API key, signature or timestamp is missing or not valid'));

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
        ? t('This key belongs to a public app. Send its registered X-App-Id, or call from its origin.')
        : t('This key cannot be used from this origin. Register the origin for the app first.'),
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
