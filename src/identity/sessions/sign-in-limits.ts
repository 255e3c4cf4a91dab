import { days, hours, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import type { LimitRule } from '../../platform/limits.ts';
import { deviceKey } from '../../platform/limits/device-key.ts';
import type { Device } from './sessions.ts';

/** Counts a try to sign in, by whichever way, by where it comes from and by what. */
export async function countSignIn(app: App, device: Device): Promise<void> {
  const { limits, config } = app;
  const within = minutes(5);
  const perAddress = { name: 'sign-in:address', calls: config.SIGN_IN_LIMIT, within };
  const perDevice = { name: 'sign-in:device', calls: config.SIGN_IN_DEVICE_LIMIT, within };
  enforce(await limits.consume(perAddress, addressKey(device.address)));
  enforce(await limits.consume(perDevice, deviceKey(device)));
}

/**
 * Wrong passwords for one name from one place. Each rule makes that place wait longer than the one before; what a rule
 * refuses, the next does not count. A restart forgives nothing.
 */
export const waits: readonly LimitRule[] = [
  { name: 'sign-in:pause', calls: 10, within: minutes(5), blockFor: minutes(1), durable: true },
  { name: 'sign-in:lock', calls: 20, within: hours(1), blockFor: minutes(15), durable: true },
  { name: 'sign-in:long-lock', calls: 40, within: days(1), blockFor: hours(4), durable: true },
];

/** Wrong passwords for one name from everywhere: what many addresses together may guess. */
const fromEverywhere = ({ config }: App): LimitRule => ({
  name: 'sign-in:account',
  calls: config.SIGN_IN_ACCOUNT_LIMIT,
  within: hours(1),
  durable: true,
});

interface Guess {
  /** As typed, in lower case. Counts are by it and not by the account: they must not say which address is whose. */
  name: string;
  address: string;
  /** A device that has signed in to the account before. No stranger's guesses elsewhere keep its owner out. */
  knownDevice: string | undefined;
}

const placeOf = ({ name, address, knownDevice }: Guess) =>
  `${name} ${knownDevice === undefined ? addressKey(address) : `device ${knownDevice}`}`;

/** Counts a try before its password is checked, or many at once would all pass. Refuses while the place, or the name, has to wait. */
export async function countGuess(app: App, guess: Guess): Promise<void> {
  if (guess.knownDevice === undefined) enforce(await app.limits.peek(fromEverywhere(app), guess.name));
  for (const rule of waits) enforce(await app.limits.consume(rule, placeOf(guess)));
}

export async function recordWrongGuess(app: App, guess: Guess): Promise<void> {
  if (guess.knownDevice === undefined) await app.limits.consume(fromEverywhere(app), guess.name);
}

/** A right password shows that the place is its owner's. It says nothing of others, which go on being counted. */
export async function forgiveGuesses(app: App, guess: Guess): Promise<void> {
  await Promise.all(waits.map((rule) => app.limits.reset(rule, placeOf(guess))));
}

/** Somebody has shown otherwise that the account is theirs: guesses from everywhere keep no new device of theirs out. */
export async function forgiveEverywhere(app: App, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => app.limits.reset(fromEverywhere(app), name.toLowerCase())));
}
