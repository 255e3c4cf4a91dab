import { createLocalJWKSet, errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Problem, type MessageText } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';

/** Lifetime of an identity assertion and of a pending claim, in milliseconds. */
const assertionLifetime = minutes(30);
export const claimLifetime = minutes(30);

/** A registered agent. */
interface Registration {
  id: string;
  /** Its name in the agent card and in assertions. */
  publicId: string;
  name: string;
  /** The account it acts for, or null while unclaimed. */
  accountId: string | null;
}

/** Returns an opaque identifier: a prefix such as `reg_` and 128 random bits. */
export const newPublicId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;

/** The JWT type of identity assertions in auth.md. */
const type = 'oauth-id-jag+jwt';

export interface IssuedAssertion {
  identity_assertion: string;
  /** ISO 8601. */
  assertion_expires: string;
}

/** Issues a JWT that identifies the agent, valid for 30 minutes at this installation only. */
export async function issueAssertion(
  app: App,
  registration: Pick<Registration, 'publicId'>,
): Promise<IssuedAssertion> {
  const expires = new Date(app.clock.now().getTime() + assertionLifetime);
  const jwt = await signJwt(app, {
    type,
    audience: app.config.plazaUrl,
    subject: registration.publicId,
    claims: {},
  });
  return { identity_assertion: jwt, assertion_expires: expires.toISOString() };
}

interface Signed {
  /** The header's `typ`: what it is for. */
  type: string;
  audience: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

/** Signs a JWT of this installation, valid for 30 minutes. */
export async function signJwt(app: App, { type, audience, subject, claims }: Signed): Promise<string> {
  const { id, key } = await currentSigningKey(app);
  const now = app.clock.now();
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: type, kid: id })
    .setIssuer(app.config.plazaUrl)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + assertionLifetime))
    .sign(key);
}

/**
 * Returns the public id of the agent in an assertion issued by this installation. Throws `invalid_grant` for
 * any other assertion.
 */
export async function verifyAssertion(app: App, assertion: string): Promise<string> {
  const issuer = app.config.plazaUrl;
  const keys = createLocalJWKSet({ keys: await publicKeys(app) });
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      algorithms: ['ES256'],
      typ: type,
      issuer,
      audience: issuer,
      currentDate: app.clock.now(),
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });
    return payload.sub ?? '';
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw invalidGrant(
        'The assertion has expired. Register again, or use the one returned with the last token',
        error,
      );
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
      throw invalidGrant('The assertion was not issued by this service', error);
    throw error;
  }
}

export const invalidGrant = (message: MessageText, cause?: unknown) =>
  new Problem('invalid', message, { code: 'invalid_grant', cause });

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

/**
 * Returns the public keys of all valid assertions and of the next signing key. Creates the first key, so that no
 * relying party stores an empty list.
 */
export async function publicKeys(app: App): Promise<JWK[]> {
  const rows = await listPublishedKeys(app);
  if (!rows.some(({ retires_at }) => retires_at > app.clock.now())) {
    await addSigningKey(app);
    return (await listPublishedKeys(app)).map(({ public_jwk }) => public_jwk as JWK);
  }
  return rows.map(({ public_jwk }) => public_jwk as JWK);
}

const listPublishedKeys = (app: App) =>
  app.db
    .selectFrom('agents.signing_key')
    .select(['public_jwk', 'retires_at'])
    .where('published_until', '>', app.clock.now())
    .orderBy('retires_at')
    .execute();

/** Creates the next key in time, and deletes expired ones. */
async function rotateSigningKeys(app: App): Promise<void> {
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

/** Retention of an agent's tasks and message ids. */
const taskRetention = days(90);

/** Deletes unclaimed agents, expired tokens and old tasks. */
async function purgeAgents({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom('agents.registration')
    .where('account_id', 'is', null)
    .where('blocked_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - hours(24)))
    .execute();
  await db.deleteFrom('agents.access_token').where('expires_at', '<', now).execute();
  for (const table of ['agents.task', 'agents.api_call'] as const)
    await db
      .deleteFrom(table)
      .where('created_at', '<', new Date(now.getTime() - taskRetention))
      .execute();
}

export const agentJobs = [
  job('agents.rotate-signing-keys', Type.Object({}), rotateSigningKeys, { cron: '7 3 * * *' }),
  job('agents.forget', Type.Object({}), purgeAgents, { cron: '23 * * * *' }),
];
