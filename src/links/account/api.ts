import { type Static, Type } from 'typebox';
import { refuseBadEmail } from '../../identity/account/names.ts';
import { getOwnProfile, initialsUrl } from '../../identity/account/people.ts';
import { settingsOfPlaza } from '../../identity/components/settings-frame.ts';
import { requirePassword } from '../../identity/credentials/credentials.ts';
import { requestEmailChange } from '../../identity/credentials/email.ts';
import {
  changePassword,
  refuseWeakPassword,
  requestPasswordChange,
} from '../../identity/credentials/password.ts';
import { getPlan } from '../../identity/plans.ts';
import { sqlDate } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { endpoint, page, redirect } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import type { DeviceTraits } from '../../platform/limit-counters.ts';
import type { Config } from '../../platform/settings/config.ts';

/**
 * Updates the given fields and ignores blank ones. An API key alone cannot take over an account: a new email
 * address requires a code mailed to it, and a new password requires the current one or a link mailed to the
 * owner. Returns a message describing the next steps.
 */
async function updateAccount(
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
    await requestEmailChange(app, viewer.id, email, Boolean(current));
    results.push(t('Confirm the new email address with the code sent to it.'));
  }
  if (password && !current) {
    await requestPasswordChange(app, viewer.id, password, end);
    results.push(t('Confirm the new password with the link sent to you by email.'));
  }
  return results.join(' ') || t('Account updated');
}

const AccountRecord = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    username: Type.String(),
    avatar: Type.String({ description: 'URL of the profile picture' }),
    status: Type.String({ description: 'The plan, such as free or pro' }),
    expires: Type.String({ description: 'When the plan ends: YYYY-MM-DD HH:MM:SS' }),
    registered: Type.String(),
  },
  { title: 'Account' },
);

const AccountChange = Type.Object(
  {
    email: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
    password: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
    current_password: Type.Optional(
      Type.Union([Type.String({ maxLength: 300 }), Type.Null()], {
        description: 'The current password. Without it, the new password must be confirmed by email',
      }),
    ),
    end_keys: Type.Optional(Type.Boolean({ description: 'Revoke all API keys when the password changes' })),
    end_grants: Type.Optional(Type.Boolean({ description: 'Sign out of all connected apps and agents' })),
    end_passkeys: Type.Optional(
      Type.Boolean({ description: 'Remove all passkeys, and disconnect all sign-in providers' }),
    ),
  },
  { title: 'AccountChange' },
);
type AccountChange = Static<typeof AccountChange>;

/** Clients expect a date even for plans that do not end. */
const never = '9999-12-31 23:59:59';

const toAccountRecord = (
  { hopUrl }: Pick<Config, 'hopUrl'>,
  viewer: Viewer,
  email: string,
  plan: { name: string; expiresAt: Date | undefined },
): Static<typeof AccountRecord> => ({
  id: Number(viewer.id),
  email,
  username: viewer.username,
  avatar: viewer.picture ?? `${hopUrl}${initialsUrl(viewer)}`,
  status: plan.name,
  expires: plan.expiresAt ? sqlDate(plan.expiresAt) : never,
  registered: sqlDate(viewer.registeredAt),
});

const tag = 'Account';

export const accountRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/account',
    summary: 'Retrieve your account',
    description: 'Your username, address, plan and picture.',
    tag,
    access: 'member',
    returns: Answer({ data: AccountRecord }),
    handle: async ({ app, viewer }) => {
      const { email } = await getOwnProfile(app, viewer.id);
      const plan = await getPlan(app, viewer.id);
      return { data: toAccountRecord(app.config, viewer, email, plan) };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/account/update',
    verb: changePassword,
    summary: 'Update your email or password',
    description:
      'Fields that are omitted or blank do not change. A new email address takes effect after it is confirmed with the code mailed to it, and with the password unless current_password is sent. The previous address is notified and can undo the change for seven days. A new password takes effect immediately with current_password, otherwise after the owner confirms it by email. It ends all sessions. Keys need the scope account:write, which must be selected explicitly.',
    tag,
    access: 'member',
    body: AccountChange,
    example: { email: 'ada@example.com' },
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, client, body }) => {
      return { message: await updateAccount(app, viewer, client, body) };
    },
  }),
];

/** Redirects account pages that exist only on Plaza. */
export const plazaRedirectPages = [
  ...settingsOfPlaza.map((path) =>
    page({
      method: 'GET',
      path,
      access: 'member',
      handle: ({ app }) => redirect(`${app.config.plazaUrl}${path}`),
    }),
  ),
  // Skips Plaza's onboarding for new Hop users.
  page({ method: 'GET', path: '/welcome', access: 'member', handle: () => redirect('/') }),
];
