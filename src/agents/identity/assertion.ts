import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { assertionLifetime, type Registration } from './registration.ts';
import { currentSigningKey, publicKeys } from './signing-keys.ts';

/** The JWT type of identity assertions in auth.md. */
const type = 'oauth-id-jag+jwt';

export interface Assertion {
  identity_assertion: string;
  /** ISO 8601. */
  assertion_expires: string;
}

/** Issues a JWT that identifies the agent, valid for 30 minutes at this installation only. */
export async function issueAssertion(
  app: App,
  registration: Pick<Registration, 'publicId'>,
): Promise<Assertion> {
  const { id, key } = await currentSigningKey(app);
  const now = app.clock.now();
  const expires = new Date(now.getTime() + assertionLifetime);
  const issuer = app.config.plazaUrl;
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: type, kid: id })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(registration.publicId)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(key);
  return { identity_assertion: jwt, assertion_expires: expires.toISOString() };
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

export const invalidGrant = (message: string, cause?: unknown) =>
  new Problem('invalid', message, { code: 'invalid_grant', cause });
