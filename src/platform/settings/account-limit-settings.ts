import { count } from './setting.ts';

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
