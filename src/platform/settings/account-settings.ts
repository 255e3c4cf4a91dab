import { Type } from 'typebox';
import { Origins } from './origins-setting.ts';
import { count, text } from './setting.ts';

/** Secrets, registration and accounts. */
export const accountSettings = {
  SECRET_KEY: text('64 hex digits that encrypt stored secrets; empty: generated once and stored in DATA_DIR'),
  REGISTRATION: Type.Enum(['open', 'closed'], {
    description: 'Whether new accounts can be created (the first one always can)',
    default: 'open',
  }),
  API_KEY: text(
    'A fixed X-API-Key for /apis/php, in addition to keys created by operators; needs API_SECRET',
  ),
  API_SECRET: text('The secret that signs requests with API_KEY'),
  CORS_ORIGINS: Origins,
  SESSION_IDLE_DAYS: count('Days after its last use for which a browser stays signed in', 14),
  SESSION_APP_IDLE_DAYS: count('Days after its last use for which an app stays signed in', 60),
  SESSION_DAYS: count('Days after signing in when a session ends even if it is used', 365),
  RESERVED_NAME_DAYS: count(
    'Days for which a released username or link alias is reserved for its former owner; checked every hour',
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
