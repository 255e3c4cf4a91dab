import { tokenHash, seal, unseal } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { AuthorizationParameters, AuthorizationRequest } from './authorization.ts';

// `prompt=login` and `max_age` of OpenID Connect: the person signs in again, and comes back with the time at which they
// were asked. A sign-in from before that time does not count.

/** The parameter with that time, sealed. */
export const askedParameter = 'asked';

/** Time to sign in. */
const lifetime = minutes(30);
const purpose = 'oauth-sign-in';

type Clocked = Pick<App, 'config' | 'clock'>;

/**
 * Whether the request wants a newer sign-in than the one that is proven. It may be one from which the person has just
 * come back.
 */
export function mustSignInAgain(
  { clock }: Pick<App, 'clock'>,
  { prompt, maxAge }: Pick<AuthorizationRequest, 'prompt' | 'maxAge'>,
  provenAt: Date | undefined,
): boolean {
  if (prompt.includes('login')) return true;
  if (maxAge === undefined) return false;
  // 0 asks for a new sign-in, however quick the request is.
  return maxAge === 0 || provenAt === undefined || clock.now().getTime() - provenAt.getTime() > maxAge;
}

/** Returns the path of the request with the present time, for this request only. */
export function addAsked({ config, clock }: Clocked, path: string, given: AuthorizationParameters): string {
  const url = new URL(path, config.plazaUrl);
  const text = JSON.stringify({ purpose, of: nameOf(given), at: clock.now().getTime() });
  url.searchParams.set(askedParameter, seal(config.secretKey, text).toString('base64url'));
  return `${url.pathname}${url.search}`;
}

/** Returns when the person was asked, in milliseconds. Undefined if they were not, or long ago, or for another request. */
export function openAsked(
  { config, clock }: Clocked,
  sealed: string | undefined,
  given: AuthorizationParameters,
): number | undefined {
  if (sealed === undefined) return undefined;
  try {
    const opened = JSON.parse(unseal(config.secretKey, Buffer.from(sealed, 'base64url'))) as {
      purpose: string;
      of: string;
      at: number;
    };
    const isLate = clock.now().getTime() - opened.at > lifetime;
    return opened.purpose !== purpose || opened.of !== nameOf(given) || isLate ? undefined : opened.at;
  } catch {
    return undefined; // Changed, or sealed with a former key.
  }
}

const nameOf = ({ client_id, code_challenge, nonce, state }: AuthorizationParameters): string =>
  tokenHash(JSON.stringify([client_id, code_challenge, nonce, state])).toString('base64url');
