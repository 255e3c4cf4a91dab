import { comparableEmail } from '../../kernel/comparable.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs.ts';
import { addressKey, enforce, type LimitRule } from '../../platform/limits.ts';
import { deviceKey, type DeviceTraits } from '../../platform/limits/device-key.ts';
import { codePlace } from '../codes/mailed-code.ts';
import { parseEmail } from '../account/email.ts';
import { mailResetCode } from './mail-reset-code.ts';

/**
 * Counted per requester, so nobody can use up someone else's requests, with a total limit for each mailbox.
 */
const perEmailAndAddress: LimitRule = { name: 'reset:email-address', calls: 5, within: minutes(30) };
const perEmail: LimitRule = { name: 'reset:email', calls: 15, within: minutes(30) };
const perAddress: LimitRule = { name: 'reset:address', calls: 25, within: minutes(5) };
const perDevice = ({ config }: App): LimitRule => ({
  name: 'reset:device',
  calls: config.RESET_DEVICE_LIMIT,
  within: minutes(5),
});

/**
 * Mails a code to the account with this address, if there is one. The response and its timing are the same if
 * there is none, because a job does the lookup.
 */
export async function requestReset(app: App, email: string, from: DeviceTraits): Promise<void> {
  const asked = comparableEmail(parseEmail(email));
  enforce(await app.limits.consume(perAddress, addressKey(from.address)));
  enforce(await app.limits.consume(perDevice(app), deviceKey(from)));
  enforce(await app.limits.consume(perEmailAndAddress, `${addressKey(from.address)} ${asked}`));
  enforce(await app.limits.consume(perEmail, asked));
  await addJob(app, mailResetCode, { email: email.trim(), place: codePlace(app.config, from.address) });
}
