import { t } from '../../kernel/translation/translate.ts';
import { requirePassword } from '../../identity/credentials/credentials.ts';
import { requestEmailChange } from '../../identity/credentials/email.ts';
import {
  changePassword,
  refuseWeakPassword,
  requestPasswordChange,
} from '../../identity/credentials/password.ts';
import type { DeviceTraits } from '../../platform/limits/device-key.ts';
import { refuseBadEmail } from '../../identity/account/names.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { AccountChange } from './wire.ts';

/**
 * Updates the given fields and ignores blank ones. An API key alone cannot take over an account: a new email
 * address requires a code mailed to it, and a new password requires the current one or a link mailed to the
 * owner. Returns a message describing the next steps.
 */
export async function updateAccount(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  device: DeviceTraits,
  { current_password: current, ...given }: AccountChange,
): Promise<string> {
  const email = given.email?.trim();
  const { password } = given;
  if (email) refuseBadEmail(email);
  if (password) refuseWeakPassword(password);
  if (current) await requirePassword(app, viewer.id, current, device, 'current_password');
  const end = { keys: given.end_keys, grants: given.end_grants, passkeys: given.end_passkeys };
  const results: string[] = [];
  if (password && current) {
    await changePassword(app, viewer.id, password, { end });
    results.push(t('Password changed.'));
  }
  if (email) {
    await requestEmailChange(app, viewer.id, email);
    results.push(t('Confirm the new email address with the code sent to it.'));
  }
  if (password && !current) {
    await requestPasswordChange(app, viewer.id, password, end);
    results.push(t('Confirm the new password with the link sent to you by email.'));
  }
  return results.join(' ') || t('Account updated');
}
