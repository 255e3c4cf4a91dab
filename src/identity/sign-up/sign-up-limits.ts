import { days, minutes } from '../../kernel/time.ts';
import type { App, Limit } from '../../platform/app.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import { deviceKey, type DeviceTraits } from '../../platform/limit-counters.ts';

/** Limits sign-up attempts of any outcome, across all forms and APIs. */
export const signUpTries: Limit = {
  by: ['address'],
  calls: (config) => config.SIGN_UP_ATTEMPT_LIMIT,
  within: minutes(30),
  perDevice: { calls: (config) => config.SIGN_UP_DEVICE_ATTEMPT_LIMIT, within: days(1) },
};

/**
 * Counts a created account. Counts before the work, so concurrent sign-ups cannot exceed the limit, and
 * refunds the count if it fails.
 */
export async function countSignUp<T>(
  { limits, config }: App,
  device: DeviceTraits,
  work: () => Promise<T>,
): Promise<T> {
  const { SIGN_UP_LIMIT, SIGN_UP_DEVICE_LIMIT } = config;
  const counts = [
    {
      rule: { name: 'sign-up:address', calls: SIGN_UP_LIMIT, within: minutes(30) },
      key: addressKey(device.address),
    },
    {
      rule: { name: 'sign-up:device', calls: SIGN_UP_DEVICE_LIMIT, within: days(1) },
      key: deviceKey({ userAgent: device.userAgent, address: device.address }),
    },
  ];
  const states = await Promise.all(counts.map(({ rule, key }) => limits.consume(rule, key)));
  try {
    for (const state of states) enforce(state);
    return await work();
  } catch (error) {
    await Promise.all(counts.map(({ rule, key }) => limits.refund(rule, key)));
    throw error;
  }
}
