import { type Static, Type } from 'typebox';
import { getSignInTime } from '../../identity/sessions/sessions.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { EndpointCall } from '../../platform/http/endpoint.ts';
import { pagesFor, Redirect, redirect } from '../../platform/http/endpoint.ts';
import { signInPath } from '../../platform/http/form-pages.ts';
import { parseMoney } from '../../social/wallet/money.ts';
import { refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { AuthorizationQuery } from './api.ts';
import {
  answerAddress,
  errorAddress,
  getPushedRequest,
  getReturnAddress,
  openRequest,
  parseAuthorization,
  sealRequest,
} from './authorization.ts';
import type { AuthorizationParameters, AuthorizationRequest } from './authorization.ts';
import { approveRequest, mayAnswerAtOnce, mayBeSentTo } from './consent.ts';
import { addAsked, askedParameter, mustSignInAgain, openAsked } from './sign-in-again.ts';
import { isAbout } from './openid.ts';
import { consentView } from './views.ts';

const Asked = Type.Object({
  ...AuthorizationQuery,
  request_uri: Type.Optional(Type.String({ maxLength: 200, description: 'Of a pushed request (RFC 9126)' })),
  [askedParameter]: Type.Optional(
    Type.String({ maxLength: 500, description: 'Set by this site, for a person who had to sign in again' }),
  ),
});

const Answer = Type.Object({
  request: Type.String({ maxLength: 20_000 }),
  answer: Type.Enum(['approve', 'deny']),
  scopes: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 60 }),
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }),
    ]),
  ),
  dailySpending: Type.Optional(Type.String({ maxLength: 20, default: '' })),
});

const limit = {
  by: ['account', 'address'],
  calls: 60,
  within: minutes(1),
  perDevice: { calls: 120, within: minutes(1) },
} as const;

/** `303`, without a copy in caches and without the address in the referrer. */
const sendTo = (address: string) => new Redirect(address);

type Opened = EndpointCall<'anyone', undefined, Static<typeof Asked>, undefined>;

export const authorizationPages = [
  pagesFor('anyone').get({
    path: '/oauth2/authorize',
    described: {
      summary: 'Ask a person to connect an app',
      description:
        'Open this URL in a browser (OAuth 2.1, authorization code with PKCE). The page shows who asks and for what. The person returns to the redirect URI with `code`, `state` and `iss`, or with `error`.',
      tag: 'Agents',
    },
    limit,
    query: Asked,
    handle: async (call) => {
      call.client.setHeader('cache-control', 'no-store');
      return authorize(call);
    },
  }),
  pagesFor('member').post({
    path: '/oauth2/authorize',
    verb: approveRequest,
    limit,
    body: Answer,
    handle: async ({ app, viewer, caller, client, body }) => {
      client.setHeader('cache-control', 'no-store');
      const { request, pushed } = await openRequest(app, viewer, body.request);
      if (body.answer === 'deny')
        return sendTo(
          answerAddress(app, request, {
            error: 'access_denied',
            error_description: 'The person denied the request',
          }),
        );
      const { scopes = [], dailySpending = '' } = body;
      return sendTo(
        await approveRequest(app, viewer, request, {
          scopes: [scopes].flat(),
          dailySpending:
            dailySpending.trim() === ''
              ? null
              : parseMoney(app.config, dailySpending, { field: 'dailySpending' }),
          signedInAt: (await getSignInTime(app, caller.sessionId)).signedInAt,
          address: client.address,
          userAgent: client.userAgent,
          pushed,
        }),
      );
    },
    again: async ({ app, viewer, body }, problem) => {
      const { request } = await openRequest(app, viewer, String(body.request));
      return view(
        app,
        viewer,
        request,
        String(body.request),
        refused({ dailySpending: '', ...body }, problem),
      );
    },
  }),
];

/** Shows the consent page, or sends the browser on. Without a known client and address, errors stay here. */
async function authorize({ app, viewer, caller, query, client }: Opened): Promise<View | Redirect> {
  const { request_uri: pushed, [askedParameter]: asked, ...inline } = query;
  const given: AuthorizationParameters =
    pushed === undefined ? inline : await getPushedRequest(app, pushed, query.client_id);
  const isSilent = given.prompt === 'none';
  // Before anything is fetched for a visitor, and before they are sent anywhere else.
  if (!viewer && !isSilent) {
    const isNew = given.max_age !== undefined || (given.prompt ?? '').includes('login');
    return redirect(signInPath(isNew ? addAsked(app, client.path, given) : client.path));
  }
  const back = await getReturnAddress(app, given, viewer !== undefined);
  try {
    const request = parseAuthorization(app, back, given);
    if (!viewer) throw needs('login_required', 'The person is not signed in');
    if (isSilent && given.id_token_hint !== undefined && !isAbout(given.id_token_hint, viewer.id))
      throw needs('login_required', 'Another person is signed in');
    const { signedInAt, provenAt } = await getSignInTime(app, caller.sessionId);
    if (mustSignInAgain(app, request, provenAt)) {
      const askedAt = openAsked(app, asked, given);
      if (isSilent) throw needs('login_required', 'The person signed in too long ago');
      if (askedAt === undefined) {
        const next = addAsked(app, client.path, given);
        return redirect(`/signin?${new URLSearchParams({ again: '1', next }).toString()}`);
      }
      if (provenAt === undefined || provenAt.getTime() < askedAt)
        throw needs('login_required', 'The person did not sign in again');
    }
    if (await mayAnswerAtOnce(app, viewer, request)) {
      const { address, userAgent } = client;
      const decision = {
        scopes: request.scopes,
        dailySpending: null,
        signedInAt,
        address,
        userAgent,
        pushed,
      };
      return sendTo(await approveRequest(app, viewer, request, decision));
    }
    if (isSilent) throw needs('consent_required', 'The person has not connected this app');
    return view(app, viewer, request, sealRequest(app, viewer, request, pushed));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    if (await mayBeSentTo(app, viewer, back)) return sendTo(errorAddress(app, back, error));
    throw new Problem('invalid', error.text, { code: error.code ?? 'invalid_request', cause: error });
  }
}

const needs = (code: string, text: string) => new Problem('invalid', text, { code });

const view = (
  app: App,
  viewer: Parameters<typeof consentView>[0]['owner'],
  request: AuthorizationRequest,
  sealed: string,
  state?: Parameters<typeof consentView>[0]['state'],
): View => consentView({ owner: viewer, request, sealed, currency: app.config.CURRENCY, state });
