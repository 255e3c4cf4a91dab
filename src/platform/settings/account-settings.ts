import { Type } from 'typebox';
import { count, flag, text } from './setting.ts';

/** Setting for allowed CORS origins. */
const Origins = Type.String({
  description:
    'Origins whose scripts can call the APIs with cookies (comma-separated), such as https://app.example.org. Scripts of other origins can only call without cookies',
  pattern: '^(https?://[^\\s,/?#]+(,https?://[^\\s,/?#]+)*)?$',
  default: '',
});

/** Secrets, registration and accounts. */
export const accountSettings = {
  SECRET_KEY: text('64 hex digits that encrypt stored secrets; empty: generated once and stored in DATA_DIR'),
  ACCEPT_INSTALLATION: flag(
    'Start once with true to make the secret key, receiving addresses and uploads of this machine those of the installation, if the former ones are lost',
    false,
  ),
  REGISTRATION: Type.Enum(['open', 'closed'], {
    description: 'Whether new accounts can be created (the first one always can)',
    default: 'open',
  }),
  OIDC_ONLY: flag(
    'Whether people sign in with providers and passkeys only; passwords stay on until a provider is enabled and an operator can sign in without one',
    false,
  ),
  API_KEY: text(
    'A fixed X-API-Key for /apis/php, in addition to keys created by operators; needs API_SECRET',
  ),
  API_SECRET: text('The secret that signs requests with API_KEY'),
  CORS_ORIGINS: Origins,
  SESSION_IDLE_DAYS: count('Days after its last use for which a browser stays signed in', 14),
  SESSION_APP_IDLE_DAYS: count('Days after its last use for which an app stays signed in', 60),
  SESSION_DAYS: count('Days after signing in when a session ends even if it is used', 365),
  SESSION_CACHE_SECONDS: count(
    'Seconds for which a process remembers the session or key of reads; changes are known at once; 0: looks up each time',
    2,
    0,
  ),
  RESERVED_NAME_DAYS: count(
    'Days for which a released username or link alias is reserved for its former owner; checked every hour',
    30,
    0,
  ),
  UNCONFIRMED_ACCOUNT_DAYS: count(
    'Days after which an unused account without content is deleted if its address was never confirmed; 0: never',
    30,
    0,
  ),
  ACCOUNT_DELETION_DAYS: count(
    'Grace period in days before an account is deleted at its owner’s request',
    14,
  ),
} as const;

/** Rate limits of sign-ups and sign-ins. */
export const accountLimits = {
  SIGN_UP_LIMIT: count('Accounts created per network address in 30 minutes', 50),
  SIGN_UP_DEVICE_LIMIT: count('Accounts created per device type and wider network in a day', 100),
  SIGN_UP_ATTEMPT_LIMIT: count(
    'Sign-up attempts per network address in 30 minutes, including rejected ones',
    150,
  ),
  SIGN_UP_DEVICE_ATTEMPT_LIMIT: count('Sign-up attempts per device type and wider network in a day', 500),
  USERNAME_CHECK_LIMIT: count(
    'Usernames checked while typing on the sign-up form, per network address in a minute',
    120,
  ),
  SIGN_IN_LIMIT: count('Sign-in attempts per network address in 5 minutes', 30),
  SIGN_IN_DEVICE_LIMIT: count('Sign-in attempts per device type and wider network in 5 minutes', 60),
  SIGN_IN_ACCOUNT_LIMIT: count(
    'Wrong passwords per account in an hour from unknown devices; known devices are exempt',
    50,
  ),
  RESET_DEVICE_LIMIT: count('Password resets requested per device type and wider network in 5 minutes', 50),
} as const;

/** Plaza: calls in chat, and the STUN and TURN servers for connecting browsers. */
export const callSettings = {
  CALL_RING_SECONDS: count('Seconds for which a call rings before it is missed', 45, 5),
  CALL_GRACE_SECONDS: count(
    'Seconds for which participants who lose the connection or reload the page stay in a call',
    30,
    5,
  ),
  CALL_PARTICIPANTS: count('Maximum participants of a call; each sends to every other', 4, 2),
  CALL_RING_MEMBERS: count(
    'Maximum group size in which a call rings for all members; members of larger groups join from the conversation',
    10,
    2,
  ),
  CALL_LIMIT: count('Calls started per person in 10 minutes', 20),
  CALL_SIGNAL_LIMIT: count(
    'Offers, answers and ICE candidates sent per person in a minute to connect calls',
    600,
  ),
  STUN_URLS: text(
    'STUN servers for calls, separated by spaces: `stun:stun.example.org:3478`. Without STUN and TURN, calls connect only within one network.',
  ),
  TURN_URLS: text(
    'TURN servers for calls between networks that block direct connections, separated by spaces: `turn:turn.example.org:3478 turns:turn.example.org:5349`',
  ),
  TURN_SECRET: text(
    'Secret shared with the TURN servers (`static-auth-secret` of coturn). Browsers receive only credentials that expire.',
  ),
};

/** Returns a message about contradicting settings, for the person who starts the program. */
export function callMistake({
  STUN_URLS,
  TURN_URLS,
  TURN_SECRET,
}: {
  STUN_URLS: string;
  TURN_URLS: string;
  TURN_SECRET: string;
}): string | undefined {
  const wrong = (urls: string, scheme: RegExp) => iceUrls(urls).some((url) => !scheme.test(url));
  if (wrong(STUN_URLS, /^stuns?:[^\s/]+$/)) return 'STUN_URLS must be addresses such as stun:host:3478.';
  if (wrong(TURN_URLS, /^turns?:[^\s/]+$/)) return 'TURN_URLS must be addresses such as turn:host:3478.';
  if ((TURN_URLS === '') !== (TURN_SECRET === ''))
    return 'TURN_URLS and TURN_SECRET go together: set both or neither.';
  return undefined;
}

/** Parses the URLs in one of these settings. */
export const iceUrls = (setting: string): string[] => setting.split(/[\s,]+/).filter((url) => url !== '');
