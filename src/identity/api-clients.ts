import { Problem } from '../kernel/problem.ts';
import { newToken, sameSecret, seal, signature, unseal } from '../kernel/secrets.ts';
import { seconds } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';

/** How far a signed request's clock may be from ours, either way. */
const tolerance = seconds(300);

export interface ApiClient {
  id: string;
  name: string;
  apiKey: string;
  createdAt: Date;
}

/** A new app for `/apis/php`. The secret is in this answer and nowhere else in clear. */
export async function createApiClient(
  app: App,
  name: string,
  madeBy: string | undefined,
): Promise<{ apiKey: string; apiSecret: string }> {
  const apiKey = newToken().slice(0, 24);
  const apiSecret = newToken();
  await app.db
    .insertInto('identity.api_client')
    .values({
      name,
      api_key: apiKey,
      secret_sealed: seal(app.config.secretKey, apiSecret),
      made_by: madeBy ?? null,
      created_at: app.clock.now(),
    })
    .execute();
  return { apiKey, apiSecret };
}

export async function listApiClients(app: App): Promise<ApiClient[]> {
  const rows = await app.db
    .selectFrom('identity.api_client')
    .select(['id', 'name', 'api_key', 'created_at'])
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, apiKey: row.api_key, createdAt: row.created_at }));
}

export async function revokeApiClient(app: App, id: string): Promise<void> {
  await app.db
    .updateTable('identity.api_client')
    .set({ revoked_at: app.clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface SignedRequest {
  apiKey: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** The app that signed the request. Any fault is the same refusal: it does not say which half was wrong. */
export async function verifySignature(app: App, given: SignedRequest): Promise<{ id: string }> {
  const { apiKey, timestamp, signature: sent } = given;
  const client = apiKey === undefined ? undefined : await findSecret(app, apiKey);
  const expected = signature(client?.secret ?? 'no such app', timestamp ?? '');
  if (!client || !isRecent(app, timestamp) || !sameSecret(expected, (sent ?? '').toLowerCase()))
    throw new Problem('unauthenticated', 'The API key, signature or timestamp is missing or not valid');
  return { id: client.id };
}

function isRecent(app: App, timestamp = ''): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  return Math.abs(seconds - Number(timestamp)) * 1000 <= tolerance;
}

async function findSecret(app: App, apiKey: string): Promise<{ id: string; secret: string } | undefined> {
  const { API_KEY, API_SECRET, secretKey } = app.config;
  if (API_KEY && sameSecret(apiKey, API_KEY)) return { id: 'environment', secret: API_SECRET };
  const row = await app.db
    .selectFrom('identity.api_client')
    .select(['id', 'secret_sealed'])
    .where('api_key', '=', apiKey)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, secret: unseal(secretKey, row.secret_sealed) };
}
