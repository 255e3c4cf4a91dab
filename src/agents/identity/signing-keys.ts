import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { sql } from 'kysely';
import { seal, unseal } from '../../kernel/secrets.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { assertionLifetime } from './registration.ts';

/**
 * A key signs for a month. Its successor is created a day before, so that cached copies of the JWKS contain
 * it when it starts to sign.
 */
const signingPeriod = days(30);
const publishAhead = days(1);

interface SigningKey {
  id: string;
  key: CryptoKey;
}

/**
 * Returns the current signing key: of the active ones, the one that retires first. Creates a key if there is
 * none.
 */
export async function currentSigningKey(app: App): Promise<SigningKey> {
  const row = (await getSigner(app)) ?? (await addSigningKey(app));
  const key = await importJWK(JSON.parse(unseal(app.config.secretKey, row.sealed)) as JWK, 'ES256');
  return { id: row.id, key: key as CryptoKey };
}

const getSigner = (app: App) =>
  app.db
    .selectFrom('agents.signing_key')
    .select(['id', 'sealed', 'retires_at'])
    .where('retires_at', '>', app.clock.now())
    .orderBy('retires_at')
    .limit(1)
    .executeTakeFirst();

/** Returns the public keys of all valid assertions and of the next signing key. */
export async function publicKeys(app: App): Promise<JWK[]> {
  const rows = await app.db
    .selectFrom('agents.signing_key')
    .select('public_jwk')
    .where('published_until', '>', app.clock.now())
    .orderBy('retires_at')
    .execute();
  return rows.map(({ public_jwk }) => public_jwk as JWK);
}

/** Creates the next key in time, and deletes expired ones. */
export async function rotateSigningKeys(app: App): Promise<void> {
  await app.db.deleteFrom('agents.signing_key').where('published_until', '<', app.clock.now()).execute();
  await addSigningKey(app);
}

/** Adds the first key, or the next one when it is due. Returns the current signing key. */
async function addSigningKey(app: App): Promise<{ id: string; sealed: Buffer }> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const id = randomUUID();
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: id, alg: 'ES256', use: 'sig' };
  const sealed = seal(app.config.secretKey, JSON.stringify(await exportJWK(pair.privateKey)));
  return inTransaction(app, async (app) => {
    // The lock ensures that only one process adds it.
    await sql`select pg_advisory_xact_lock(hashtextextended('agents.signing_key', 0))`.execute(app.db);
    const now = app.clock.now().getTime();
    const signer = await getSigner(app);
    const { last } = await app.db
      .selectFrom('agents.signing_key')
      .select(({ fn }) => fn.max<Date | null>('retires_at').as('last'))
      .executeTakeFirstOrThrow();
    if (signer && (last?.getTime() ?? 0) > now + publishAhead) return signer;
    const retires = Math.max(last?.getTime() ?? 0, now) + signingPeriod;
    await app.db
      .insertInto('agents.signing_key')
      .values({
        id,
        public_jwk: JSON.stringify(jwk),
        sealed,
        created_at: new Date(now),
        retires_at: new Date(retires),
        published_until: new Date(retires + 2 * assertionLifetime),
      })
      .execute();
    return signer ?? { id, sealed };
  });
}
