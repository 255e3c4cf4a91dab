import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import type { Limit } from '../../platform/verb.ts';
import { exchangeKey } from './exchange-key.ts';
import { getUserInfo } from './get-user-info.ts';
import { AccessToken, Exchange, toUserInfo, UserInfo } from './wire.ts';

const anyone = operations('Log in with', 'anyone');
const limit: Limit = {
  by: ['address'],
  calls: ({ OAUTH_LIMIT }) => OAUTH_LIMIT,
  within: minutes(1),
  perDevice: { calls: ({ OAUTH_LIMIT }) => 3 * OAUTH_LIMIT, within: minutes(1) },
};

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
    summary: 'Exchange an auth_key for an access token',
    description:
      'Also at /api?do=authorize. The key works once and expires after a minute; the token expires after an hour.',
    limit,
    body: Exchange,
    returns: AccessToken,
    example: { app_id: '5f1c…', app_secret: '…', auth_key: '…' },
    handle: ({ app, client, body }) => exchange(app, client, body),
  }),
  anyone.get({
    path: '/api/authorize',
    summary: 'Exchange an auth_key for an access token by GET',
    description:
      'For older clients. The secret is part of the URL and ends up in logs: use POST where possible.',
    limit,
    query: Exchange,
    returns: AccessToken,
    handle: ({ app, client, query }) => exchange(app, client, query),
  }),
  anyone.get({
    path: '/api/get_user_info',
    summary: 'Get the person of an access token',
    query: Type.Object({ access_token: Type.String({ maxLength: 500 }) }),
    returns: UserInfo,
    handle: async ({ app, client, query }) => {
      forbidCaching(client);
      return toUserInfo(app, await getUserInfo(app, query.access_token));
    },
  }),
];
