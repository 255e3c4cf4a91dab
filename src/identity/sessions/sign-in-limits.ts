import { comparableEmail } from '../../kernel/comparable.ts';
import { normalize } from '../../kernel/text.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import type { LimitRule } from '../../platform/limits.ts';
import { deviceKey } from '../../platform/limit-counters.ts';
import type { Device } from './sessions.ts';

/** Counts a sign-in attempt of any kind, by address and by device. */
export async function countSignIn(app: App, device: Device): Promise<void> {
  const { limits, config } = app;
  const within = minutes(5);
  const perAddress = { name: 'sign-in:address', calls: config.SIGN_IN_LIMIT, within };
  const perDevice = { name: 'sign-in:device', calls: config.SIGN_IN_DEVICE_LIMIT, within };
  enforce(await limits.consume(perAddress, addressKey(device.address)));
  enforce(await limits.consume(perDevice, deviceKey(device)));
}

/**
 * Limits wrong passwords for one name from one place. Each rule has a longer wait than the previous one and
 * does not count what that one rejects. The counts survive a restart.
 */
export const lockoutRules: readonly LimitRule[] = [
  { name: 'sign-in:pause', calls: 10, within: minutes(5), blockFor: minutes(1), durable: true },
  { name: 'sign-in:lock', calls: 20, within: hours(1), blockFor: minutes(15), durable: true },
  { name: 'sign-in:long-lock', calls: 40, within: days(1), blockFor: hours(4), durable: true },
];

/** Limits wrong passwords for one name from all addresses together. */
const fromEverywhere = ({ config }: App): LimitRule => ({
  name: 'sign-in:account',
  calls: config.SIGN_IN_ACCOUNT_LIMIT,
  within: hours(1),
  durable: true,
});

interface Guess {
  /**
   * From `guessedName`. Counted by name and not by account, so the counts do not reveal which email
   * belongs to whom.
   */
  name: string;
  address: string;
  /**
   * A device that has signed in to the account before. It has its own count, so strangers' guesses cannot
   * lock the owner out.
   */
  knownDevice: string | undefined;
}

/** Whether a person typed an email address and not a username. */
export const isEmail = (typed: string): boolean => /[@＠﹫]/.test(typed);

/** The name or email address as it is counted, however it is written. */
export const guessedName = (typed: string): string =>
  isEmail(typed) ? comparableEmail(typed) : normalize(typed.trim().slice(0, 300), 'NFKC').toLowerCase();

const placeOf = ({ name, address, knownDevice }: Guess) =>
  `${name} ${knownDevice === undefined ? addressKey(address) : `device ${knownDevice}`}`;

/**
 * Counts a guess before its password is checked, so concurrent guesses cannot exceed the limits. Throws while
 * the place or the name is throttled.
 */
export async function countGuess(app: App, guess: Guess): Promise<void> {
  if (guess.knownDevice === undefined) enforce(await app.limits.peek(fromEverywhere(app), guess.name));
  for (const rule of lockoutRules) enforce(await app.limits.consume(rule, placeOf(guess)));
}

/**
 * Counts a wrong password and logs where it came from, with the account if there is one. What was typed as a name is
 * not logged, because people type passwords there.
 */
export async function recordWrongGuess(app: App, guess: Guess, account?: string): Promise<void> {
  app.log.info({ account, address: guess.address }, 'wrong password');
  if (guess.knownDevice === undefined) await app.limits.consume(fromEverywhere(app), guess.name);
}

/** Resets the counts of a place after a right password. Other places stay throttled. */
export async function resetGuesses(app: App, guess: Guess): Promise<void> {
  await Promise.all(lockoutRules.map((rule) => app.limits.reset(rule, placeOf(guess))));
}

/**
 * Resets the count across all addresses after the owner has verified the account another way, so guesses by
 * others do not lock out their new devices.
 */
export async function resetAccountGuesses(app: App, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => app.limits.reset(fromEverywhere(app), guessedName(name))));
}
