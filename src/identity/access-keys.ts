import { invalid, missing, Problem, msg } from '../kernel/problem.ts';
import { newToken, seal, tokenHash, unseal } from '../kernel/secrets.ts';
import { isBlank, lengthOf, toLine } from '../kernel/text.ts';
import { hours } from '../kernel/time.ts';
import { type App, perAccount, verb, inTransaction } from '../platform/app.ts';
import { forgetRecent } from './recent-credentials.ts';
import { findWorkspace } from './team/workspaces.ts';

/** Maximum active keys per account. */
const max = 25;
const longestName = 100;

/** The purpose and scope of an account's key. */
interface NewKey {
  name: string;
  /** Scopes from `scopes.ts`. Undefined means full access. */
  scopes?: readonly string[] | undefined;
  /** When the key expires. Undefined means never. */
  expiresAt?: Date | undefined;
  /** The account whose workspace the key acts in. Undefined means the account that creates it. */
  workspaceId?: string | undefined;
}

export interface AccessKey {
  /** Digits. */
  id: string;
  name: string;
  /** The last four characters of the key. */
  hint: string;
  scopes: string[] | null;
  /** Whether the key has not been shown to its owner yet. */
  isFresh: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  /** Name of the owner of the key's workspace. Null if it is the account's own. */
  workspace: string | null;
}

/**
 * Creates an additional key for Hop's API with full access. The key is stored encrypted until it is shown.
 */
export async function createAccessKey(app: App, accountId: string): Promise<string> {
  return (await insert(app, accountId, { name: 'First key' })).key;
}

/** Creates a key and returns its id. */
export const addAccessKey = verb(
  { name: 'access-keys.add', who: 'member' },
  async (app, accountId: string, newKey: NewKey): Promise<string> => {
    const name = parseKeyName(newKey.name);
    if (newKey.expiresAt && newKey.expiresAt <= app.clock.now())
      throw invalid('expires', msg('The expiry date must be in the future'));
    if (newKey.scopes?.length === 0) throw invalid('scopes', msg('Choose at least one permission'));
    if (newKey.workspaceId && !(await findWorkspace(app, newKey.workspaceId, accountId)))
      throw invalid('workspace', msg('Choose one of your workspaces'));
    return inTransaction(app, async (app) => {
      // Locks the account, so concurrent requests cannot exceed the limit.
      await app.db
        .selectFrom('identity.account')
        .select('id')
        .where('id', '=', accountId)
        .forNoKeyUpdate()
        .execute();
      if ((await listAccessKeys(app, accountId)).length >= max)
        throw new Problem('conflict', msg('You have {max} keys. Revoke one you no longer use.', { max }));
      return (await insert(app, accountId, { ...newKey, name })).id;
    });
  },
);

/** How a key is recognized with which its owner tries operations. */
const trial = { name: 'API reference', lifetime: hours(1) };

/**
 * Creates a key for an hour, with which its owner tries operations in the API reference, and returns it. It replaces the
 * one before.
 */
export const addTrialKey = verb(
  { name: 'access-keys.try', who: 'member', limit: perAccount(60, hours(1)) },
  async (app, accountId: string): Promise<string> =>
    inTransaction(app, async (app) => {
      for (const { id, name, createdAt, expiresAt } of await listAccessKeys(app, accountId))
        if (name === trial.name && expiresAt?.getTime() === createdAt.getTime() + trial.lifetime)
          await revoke(app, accountId, id);
      const expiresAt = new Date(app.clock.now().getTime() + trial.lifetime);
      const id = await addAccessKey(app, accountId, { name: trial.name, expiresAt });
      return (await consumeShownKey(app, accountId, id)) ?? '';
    }),
);

/** Regenerates a key: the old secret stops working immediately and all other properties stay the same. */
export const renewAccessKey = verb(
  { name: 'access-keys.renew', who: 'member' },
  async (app, accountId: string, id: string): Promise<string> => {
    return inTransaction(app, async (app) => {
      const { name, scopes, expires_at, workspace_id } = await revoke(app, accountId, id);
      const reach = { scopes: scopes ?? undefined, workspaceId: workspace_id ?? undefined };
      const newKey = { name, ...reach, expiresAt: expires_at ?? undefined };
      return (await insert(app, accountId, newKey)).id;
    });
  },
);

export const revokeAccessKey = verb(
  { name: 'access-keys.revoke', who: 'member' },
  async (app, accountId: string, id: string) => {
    await revoke(app, accountId, id);
  },
);

/** Returns the key to its owner once. Undefined if it has been shown before. */
export async function consumeShownKey(app: App, accountId: string, id: string): Promise<string | undefined> {
  return inTransaction(app, async (app) => {
    const row = await app.db
      .selectFrom('identity.access_key')
      .select(['id', 'sealed'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw missing(msg('Key'));
    if (!row.sealed) return undefined;
    await app.db
      .updateTable('identity.access_key')
      .set({ sealed: null, shown_at: app.clock.now() })
      .where('id', '=', row.id)
      .execute();
    return unseal(app.config.secretKey, row.sealed);
  });
}

/** The account's keys that are not revoked, newest first. */
export async function listAccessKeys({ db }: Pick<App, 'db'>, accountId: string): Promise<AccessKey[]> {
  const rows = await db
    .selectFrom('identity.access_key as key')
    .leftJoin('identity.account as owner', 'owner.id', 'key.workspace_id')
    .select([
      'key.id',
      'key.name',
      'key.hint',
      'key.scopes',
      'key.created_at as createdAt',
      'key.last_used_at as lastUsedAt',
      'key.expires_at as expiresAt',
      'owner.first_name',
      'owner.last_name',
      ({ eb }) => eb('key.sealed', 'is not', null).as('isFresh'),
    ])
    .where('key.account_id', '=', accountId)
    .where('key.revoked_at', 'is', null)
    .orderBy('key.id', 'desc')
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    isFresh: Boolean(row.isFresh),
    workspace: first_name === null ? null : `${first_name} ${last_name ?? ''}`.trim(),
  }));
}

function parseKeyName(text: string): string {
  const name = toLine(text);
  if (isBlank(name)) throw invalid('name', msg('Enter a name, such as the program that will use the key'));
  if (lengthOf(name) > longestName)
    throw invalid('name', msg('The name can have at most {longestName} characters', { longestName }));
  return name;
}

async function insert(app: App, accountId: string, { name, scopes, expiresAt, workspaceId }: NewKey) {
  const key = newToken();
  const { id } = await app.db
    .insertInto('identity.access_key')
    .values({
      account_id: accountId,
      workspace_id: workspaceId ?? null,
      name,
      scopes: scopes ? [...scopes] : null,
      expires_at: expiresAt ?? null,
      key_hash: tokenHash(key),
      hint: key.slice(-4),
      sealed: seal(app.config.secretKey, key),
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}

async function revoke(app: App, accountId: string, id: string) {
  const { db, clock } = app;
  const revoked = await db
    .updateTable('identity.access_key')
    .set({ revoked_at: clock.now(), sealed: null })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'scopes', 'expires_at', 'workspace_id'])
    .executeTakeFirst();
  if (!revoked) throw missing(msg('Key'));
  app.afterCommit(() => forgetRecent(app, accountId));
  return revoked;
}

/** Revokes all keys of an account. */
export async function revokeAllKeys(
  app: Pick<App, 'db' | 'clock' | 'broadcast' | 'afterCommit'>,
  accountId: string,
): Promise<void> {
  const { db, clock } = app;
  await db
    .updateTable('identity.access_key')
    .set({ revoked_at: clock.now(), sealed: null })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  app.afterCommit(() => forgetRecent(app, accountId));
}
