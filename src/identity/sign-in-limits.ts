import { minutes } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { addressKey, enforce } from '../platform/limits.ts';
import { deviceKey } from '../platform/limits/device-key.ts';
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
