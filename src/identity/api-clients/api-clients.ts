import { msg, missing } from '../../kernel/problem.ts';
import { sql } from 'kysely';
import { newToken, seal } from '../../kernel/secrets.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { describeChanges, addAuditEntry } from '../operators/audit.ts';
import { parseClientAccess } from './client-access.ts';
import type { ClientAccess, ClientKind, GivenClientAccess } from './client-access.ts';

export interface ApiClient extends ClientAccess {
  id: string;
  name: string;
  apiKey: string;
  kind: ClientKind;
  createdAt: Date;
}

const noAccess: ClientAccess = { origins: [], appIds: [], forwardsAddresses: false };

/** Creates an app for `/apis/php` that signs its requests. The secret is returned in plaintext only here. */
export async function createApiClient(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  name: string,
  createdBy: string | undefined,
  access: ClientAccess = noAccess,
): Promise<{ apiKey: string; apiSecret: string }> {
  const apiSecret = newToken();
  const apiKey = await addClient(app, name, createdBy, access, seal(app.config.secretKey, apiSecret));
  return { apiKey, apiSecret };
}

/** Creates an app of this kind for an operator. */
export const addApiClient = verb(
  { name: 'api-clients.add', who: 'operator' },
  async (
    app,
    operator: Pick<Viewer, 'id'>,
    kind: ClientKind,
    { name, access }: { name: string; access: ClientAccess },
  ): Promise<{ apiKey: string; apiSecret?: string }> => {
    const create = kind === 'public' ? createPublicClient : createApiClient;
    const created = await create(app, name, operator.id, access);
    await addAuditEntry(app, operator.id, 'app.create', name, kind);
    return created;
  },
);

/**
 * Creates a public app, which cannot store a secret. Its key alone is enough, from its registered origins and
 * app ids.
 */
export async function createPublicClient(
  app: Pick<App, 'db' | 'clock'>,
  name: string,
  createdBy: string | undefined,
  access: ClientAccess,
): Promise<{ apiKey: string }> {
  return { apiKey: await addClient(app, name, createdBy, access, null) };
}

async function addClient(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  name: string,
  createdBy: string | undefined,
  access: ClientAccess,
  secretSealed: Buffer | null,
): Promise<string> {
  const apiKey = newToken().slice(0, 24);
  await db
    .insertInto('identity.api_client')
    .values({
      name,
      api_key: apiKey,
      secret_sealed: secretSealed,
      created_by: createdBy ?? null,
      created_at: clock.now(),
      ...toRow(access),
    })
    .execute();
  return apiKey;
}

const toRow = ({ origins, appIds, forwardsAddresses }: ClientAccess) => ({
  origins,
  app_ids: appIds,
  forwards_addresses: forwardsAddresses,
});

const liveClients = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('identity.api_client')
    .select(['id', 'name', 'api_key as apiKey', 'created_at as createdAt', 'origins', 'app_ids as appIds'])
    .select(['forwards_addresses as forwardsAddresses'])
    .select((row) =>
      row
        .case()
        .when('secret_sealed', 'is', null)
        .then('public')
        .else('confidential')
        .end()
        .$castTo<ClientKind>()
        .as('kind'),
    )
    .where('revoked_at', 'is', null);

export async function listApiClients(app: Pick<App, 'db'>): Promise<ApiClient[]> {
  return liveClients(app).orderBy('id', 'desc').execute();
}

export async function getApiClient(app: Pick<App, 'db'>, id: string): Promise<ApiClient> {
  const client = await liveClients(app).where('id', '=', id).executeTakeFirst();
  if (!client) throw missing(msg('App'));
  return client;
}

/** Changes where an app may call from and whether it is trusted. Takes effect on its next request. */
export const updateApiClient = verb(
  { name: 'api-clients.edit', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, given: GivenClientAccess) => {
    await inTransaction(app, async (app) => {
      const { kind, name, origins, appIds, forwardsAddresses } = await getApiClient(app, id);
      const access = parseClientAccess(kind, given);
      await app.db.updateTable('identity.api_client').set(toRow(access)).where('id', '=', id).execute();
      const changes = describeChanges({ origins, appIds, forwardsAddresses }, access);
      if (changes) await addAuditEntry(app, operator.id, 'app.update', `app ${id}`, `${name}: ${changes}`);
    });
  },
);

export const revokeApiClient = verb(
  { name: 'api-clients.revoke', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string) => {
    await app.db
      .updateTable('identity.api_client')
      .set({ revoked_at: app.clock.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await addAuditEntry(app, operator.id, 'app.revoke', id);
  },
);

/** Whether any app has registered the origin. */
export async function isOriginOfAnyApp({ db }: Pick<App, 'db'>, origin: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.api_client')
    .select('id')
    .where(sql<boolean>`origins @> array[${origin}]::text[]`)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
