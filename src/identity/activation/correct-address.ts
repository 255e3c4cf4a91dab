import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { changeEmail } from '../change-credentials.ts';
import { isActivated } from './activate.ts';
import { sendActivationCode } from './send-activation-code.ts';

/** Somebody mistyped their address at sign-up: it is changed, and a code goes to the new one. */
export async function correctAddress(app: App, accountId: string, email: string): Promise<void> {
  if (await isActivated(app, accountId)) throw new Problem('conflict', 'Your address is confirmed already');
  await changeEmail(app, accountId, email);
  await sendActivationCode(app, accountId);
}
