import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { getUserInfo } from './get-user-info.ts';

const text = (description?: string) => Type.String({ maxLength: 500, ...(description && { description }) });

/** Request body for exchanging an auth_key. */
export const Exchange = Type.Object(
  {
    app_id: text(),
    app_secret: text(),
    auth_key: text('From the address that the person came back with; works once, for a minute'),
  },
  { title: 'Exchange' },
);

export type Exchange = Static<typeof Exchange>;

export const AccessToken = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'In seconds' }),
  },
  { title: 'AccessToken' },
);

const fields = [
  'user_id',
  'user_name',
  'user_email',
  'user_firstname',
  'user_lastname',
  'user_gender',
  'user_birthdate',
  'user_picture',
  'user_cover',
  'user_registered',
  'user_verified',
  'user_relationship',
  'user_biography',
  'user_website',
  'profile_picture',
  'profile_cover',
] as const;

/**
 * All fields are text; a field without a value is ''. Older apps put their own base URL of uploads before
 * `user_picture`, so it is a path; newer ones read `profile_picture`.
 */
export const UserInfo = Type.Object({
  user_info: Type.Object(
    Object.fromEntries(fields.map((field) => [field, Type.String()])) as Record<
      (typeof fields)[number],
      ReturnType<typeof Type.String>
    >,
  ),
});

export function toUserInfo({ files }: Pick<App, 'files'>, account: Awaited<ReturnType<typeof getUserInfo>>) {
  const address = (path: string | null) => (path === null ? '' : files.address(path));
  return {
    user_info: {
      user_id: account.id,
      user_name: account.username,
      user_email: account.email,
      user_firstname: account.first_name,
      user_lastname: account.last_name,
      user_gender: account.gender,
      user_birthdate: account.birthdate ?? '',
      user_picture: account.picture ?? '',
      user_cover: account.cover ?? '',
      profile_picture: address(account.picture),
      profile_cover: address(account.cover),
      user_registered: sqlDate(account.registered_at),
      user_verified: account.verified_at ? '1' : '0',
      user_relationship: account.relationship,
      user_biography: account.biography,
      user_website: account.website,
    },
  };
}
