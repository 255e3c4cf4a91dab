import type { App } from '../../platform/app.ts';
import { recordDevice } from './record-device.ts';
import { startSession, type Device } from './sessions.ts';

/** The person who is now signed in, and their token. */
export interface Begun {
  accountId: string;
  token: string;
}

/** The end of every way to sign in: a session, and a word to its owner when it comes from somewhere new. */
export async function beginSession(app: App, accountId: string, device: Device): Promise<Begun> {
  const token = await startSession(app, accountId, device);
  await recordDevice(app, accountId, device);
  return { accountId, token };
}
