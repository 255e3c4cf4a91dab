import type { App } from '../../platform/app.ts';
import { recordDevice } from './record-device.ts';
import { startSession, type Device } from './sessions.ts';

/** The person who signed in, and their session token. */
export interface StartedSession {
  accountId: string;
  token: string;
}

/** The last step of every sign-in method: starts a session and notifies the owner if the device is new. */
export async function beginSession(app: App, accountId: string, device: Device): Promise<StartedSession> {
  const token = await startSession(app, accountId, device);
  await recordDevice(app, accountId, device);
  app.log.info({ account: accountId, address: device.address, via: device.createdVia }, 'signed in');
  return { accountId, token };
}
