import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { exchangeKey, getAppUserInfo } from './grants.ts';

const text = (description?: string) => Type.String({ maxLength: 500, ...(description && { description }) });

/** Request body for exchanging an auth_key. */
const Exchange = Type.Object(
  {
    app_id: text(),
    app_secret: text(),
    auth_key: text('From the address that the person came back with; works once, for a minute'),
  },
  { title: 'Exchange' },
);

type Exchange = Static<typeof Exchange>;

const AccessToken = Type.Object(
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
const UserInfo = Type.Object({
  user_info: Type.Object(
    Object.fromEntries(fields.map((field) => [field, Type.String()])) as Record<
      (typeof fields)[number],
      ReturnType<typeof Type.String>
    >,
  ),
});

function toUserInfo({ files }: Pick<App, 'files'>, account: Awaited<ReturnType<typeof getAppUserInfo>>) {
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

const anyone = operations('Log in with', 'anyone');

/** Prevents caches from storing tokens and personal data. */
const forbidCaching = (client: Client) => client.setHeader('cache-control', 'no-store');

const exchange = async (app: App, client: Client, given: Exchange) => {
  forbidCaching(client);
  const { token, expiresIn } = await exchangeKey(app, {
    appId: given.app_id,
    appSecret: given.app_secret,
    authKey: given.auth_key,
  });
  return { access_token: token, token_type: 'Bearer' as const, expires_in: expiresIn };
};

/** Legacy OAuth: endpoints for apps after a person returns with an auth_key. */
export const oauthRoutes = [
  anyone.post({
    path: '/api/authorize',
    verb: exchangeKey,
    summary: 'Exchange an auth_key for an access token',
    description:
      'Also at /api?do=authorize. The key works once and expires after a minute; the token expires after an hour.',
    body: Exchange,
    returns: AccessToken,
    example: { app_id: '5f1c…', app_secret: '…', auth_key: '…' },
    handle: ({ app, client, body }) => exchange(app, client, body),
  }),
  anyone.get({
    path: '/api/authorize',
    verb: exchangeKey,
    summary: 'Exchange an auth_key for an access token by GET',
    description:
      'For older clients. The secret is part of the URL and ends up in logs: use POST where possible.',
    query: Exchange,
    returns: AccessToken,
    handle: ({ app, client, query }) => exchange(app, client, query),
  }),
  anyone.get({
    path: '/api/get_user_info',
    summary: 'Get the person of an access token',
    description: 'For apps of “Log in with”, by the token of the person.',
    query: Type.Object({ access_token: Type.String({ maxLength: 500 }) }),
    returns: UserInfo,
    handle: async ({ app, client, query }) => {
      forbidCaching(client);
      return toUserInfo(app, await getAppUserInfo(app, query.access_token));
    },
  }),
];

/**
 * Rewrites the URLs of older clients: those that name the operation in the query, `/api?do=oauth&app_id=…`, and
 * those that call it `/api/oauth2`. Both become `/api/oauth?app_id=…`.
 */
export function legacyAddress(address: string): string {
  if (address.startsWith('/api/oauth2')) return address.replace(/^\/api\/oauth2(?=[/?#]|$)/, '/api/oauth');
  const [path = '', query = ''] = address.split('?', 2);
  if (path !== '/api' && path !== '/api/') return address;
  const given = new URLSearchParams(query);
  const operation = given.get('do');
  if (operation === null || !/^(oauth2?|authorize|get_user_info)$/.test(operation)) return address;
  given.delete('do');
  const named = `/api/${operation === 'oauth2' ? 'oauth' : operation}`;
  return given.size === 0 ? named : `${named}?${given.toString()}`;
}
