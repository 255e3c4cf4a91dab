import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { initialsUrl } from '../../identity/account/people.ts';

export const AccountRecord = Type.Object(
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

export const AccountChange = Type.Object(
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
    end_passkeys: Type.Optional(Type.Boolean({ description: 'Remove all passkeys' })),
  },
  { title: 'AccountChange' },
);
export type AccountChange = Static<typeof AccountChange>;

/** Clients expect a date even for plans that do not end. */
const never = '9999-12-31 23:59:59';

export const toAccountRecord = (
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
