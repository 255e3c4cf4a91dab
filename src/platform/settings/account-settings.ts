import { Type } from 'typebox';
import { Origins } from './origins-setting.ts';
import { count, text } from './setting.ts';

/** Secrets, registration and accounts. */
export const accountSettings = {
  SECRET_KEY: text('64 hex digits that seal stored secrets; empty: made once and kept in DATA_DIR'),
  REGISTRATION: Type.Enum(['open', 'closed'], {
    description: 'Whether newcomers may make an account (the first account always may)',
    default: 'open',
  }),
  API_KEY: text('A fixed X-API-Key for /apis/php beside those the operator makes; needs API_SECRET'),
  API_SECRET: text('The secret that signs requests made with API_KEY'),
  CORS_ORIGINS: Origins,
  RESERVED_NAME_DAYS: count(
    'Days for which a user name or the alias of a link that was given up is reserved for its former owner; looked at every hour',
    30,
    0,
  ),
  CLOSING_DAYS: count('Days after which an account is deleted whose owner asked for that', 14),
} as const;

/** How often accounts may be created, and signed in to, as settings. */
export const accountLimits = {
  SIGN_UP_LIMIT: count('Accounts that may be created from one network address in 30 minutes', 50),
  SIGN_UP_DEVICE_LIMIT: count(
    'Accounts that may be created in a day from one kind of device in one wider network',
    100,
  ),
  SIGN_UP_TRY_LIMIT: count(
    'Sign-ups that may be tried from one network address in 30 minutes, with those that are refused',
    150,
  ),
  SIGN_UP_DEVICE_TRY_LIMIT: count(
    'Sign-ups that may be tried in a day from one kind of device in one wider network',
    500,
  ),
  SIGN_IN_LIMIT: count('Sign-ins that may be tried from one network address in 5 minutes', 30),
  SIGN_IN_DEVICE_LIMIT: count(
    'Sign-ins that may be tried in 5 minutes from one kind of device in one wider network, whatever its address',
    60,
  ),
  SIGN_IN_ACCOUNT_LIMIT: count(
    'Wrong passwords for one account in an hour from all devices that it does not know; those that it knows are exempt',
    50,
  ),
  RESET_DEVICE_LIMIT: count(
    'Forgotten passwords that may be asked for in 5 minutes from one kind of device in one wider network',
    50,
  ),
} as const;
