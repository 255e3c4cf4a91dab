import type { App } from '../../platform/app.ts';
import { beginSession, type StartedSession } from '../sessions/begin-session.ts';
import type { Device } from '../sessions/sessions.ts';
import { register, type NewAccount } from './register.ts';
import { countSignUp } from './sign-up-limits.ts';

/**
 * Creates an account and signs it in. Counts only created accounts. Rejected sign-ups count only as attempts.
 */
export async function signUp(app: App, given: NewAccount, device: Device): Promise<StartedSession> {
  const accountId = await countSignUp(app, device, () => register(app, given));
  return beginSession(app, accountId, device);
}
