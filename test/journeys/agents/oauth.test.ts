// Runs unmodified clients of OAuth and OpenID Connect against the authorization server.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { Viewer } from '../../../src/platform/app.ts';
import { registerApp } from '../../../src/social/apps/apps.ts';
import { connectAgent } from '../../agent.ts';
import { openPlaza } from '../../ask-plaza.ts';
import { connectApp } from '../../peers/oauth-app.ts';
import { decideByForm } from '../../peers/consent.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson, cookiesOf } from '../../world.ts';

/* eslint-disable @typescript-eslint/no-deprecated -- the test services use HTTP; this option is deprecated so that nobody overlooks it */
const insecure = { [oauth.allowInsecureRequests]: true };

describe('clients of OAuth', () => {
  let services: Services;
  let ada: Viewer;
  let cookie: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    cookie = await cookiesOf(services.app, ada);
  });
  after(() => services.stop());

  it('with oauth4webapi register, push a request, get a code, refresh, and lose all with a copied token', async () => {
    const issuer = new URL(services.plaza);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    const redirectUri = 'http://127.0.0.1:9876/callback';
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        {
          client_name: 'Reading list',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_basic',
        },
        insecure,
      ),
    );
    const authentication = oauth.ClientSecretBasic(client.client_secret as string);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(
        server,
        client,
        authentication,
        {
          response_type: 'code',
          redirect_uri: redirectUri,
          scope: 'read write',
          resource: `${services.plaza}/apis/php`,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        },
        insecure,
      ),
    );
    const page = new URL(server.authorization_endpoint ?? '');
    page.searchParams.set('client_id', client.client_id);
    page.searchParams.set('request_uri', pushed.request_uri);
    const back = await decideByForm(page, cookie);
    // Also checks the issuer of the answer.
    const answer = oauth.validateAuthResponse(server, client, back, state);
    const exchanged = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        answer,
        redirectUri,
        verifier,
        insecure,
      ),
    );
    assert.equal(exchanged.scope, 'read write');
    const profileOf = async (token: string) =>
      oauth.protectedResourceRequest(
        token,
        'GET',
        new URL(`${services.plaza}/apis/php/user/profile`),
        new Headers(),
        null,
        insecure,
      );
    assert.equal((await profileOf(exchanged.access_token)).status, 200);
    const refresh = async (token: string | undefined) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, authentication, token ?? '', insecure),
      );
    const refreshed = await refresh(exchanged.refresh_token);
    assert.equal((await profileOf(refreshed.access_token)).status, 200);
    await assert.rejects(refresh(exchanged.refresh_token), { error: 'invalid_grant' });
    await assert.rejects(refresh(refreshed.refresh_token), { error: 'invalid_grant' });
    await assert.rejects(profileOf(refreshed.access_token));
  });

  it('with openid-client sign in with Plaza, as an app that a member registered', async () => {
    const redirectUrl = 'https://sundial.example/in';
    const { authId, secret } = await registerApp(services.app, ada, {
      name: 'Sundial',
      domain: 'sundial.example',
      redirectUrl,
      description: '',
      category: 'Other',
    });
    const config = await openid.discovery(new URL(services.plaza), authId, secret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const signIn = async (): Promise<{ asked: boolean; claims: Record<string, unknown>; token: string }> => {
      const verifier = openid.randomPKCECodeVerifier();
      const nonce = openid.randomNonce();
      const state = openid.randomState();
      const page = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        nonce,
        state,
      });
      const first = await fetch(page, { headers: { cookie }, redirect: 'manual' });
      const asked = first.status === 200;
      const back = asked ? await decideByForm(page, cookie) : new URL(first.headers.get('location') ?? '');
      const tokens = await openid.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''));
      await jwtVerify(tokens.id_token ?? '', keys, { issuer: services.plaza, audience: authId });
      return { asked, claims: { ...tokens.claims() }, token: tokens.access_token };
    };
    const { asked, claims, token } = await signIn();
    assert.equal(asked, true);
    assert.equal(claims.sub, ada.id);
    assert.equal(claims.email, 'ada@example.org');
    assert.ok(Number(claims.auth_time) > 0);
    const person = await openid.fetchUserInfo(config, token, ada.id);
    assert.equal(person.preferred_username, 'ada');
    // An app that already signs the person in does so without asking again.
    assert.equal((await signIn()).asked, false);
  });

  it('open only the doors of Hop that their scopes name', async () => {
    const plaza = await openPlaza(services.app as never);
    const call = async (token: unknown, method: string, path: string, body?: object) => {
      const { status } = await fetch(`${services.hop}${path}`, {
        method,
        headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return status;
    };
    const doors = [
      ['GET', '/api/urls', undefined],
      ['POST', '/api/url/add', { url: 'https://example.org/by-app' }],
      ['GET', '/api/account', undefined],
      ['PUT', '/api/account/update', { email: 'other@example.org' }],
      ['GET', '/api/webhooks', undefined],
      ['GET', '/api/team', undefined],
    ] as const;
    const expected: Record<string, number[]> = {
      'links:read': [200, 403, 403, 403, 403, 403],
      'links:write': [403, 200, 403, 403, 403, 403],
      profile: [403, 403, 200, 403, 403, 403],
      'read write messages': [403, 403, 403, 403, 403, 403],
    };
    for (const [scope, statuses] of Object.entries(expected)) {
      const { tokens } = await connectApp(plaza, ada, scope);
      const found = [];
      for (const [method, path, body] of doors)
        found.push(await call(tokens.access_token, method, path, body));
      assert.deepEqual(found, statuses, scope);
    }
    const forPlaza = await connectApp(plaza, ada, 'links:read', { resource: services.plaza });
    assert.equal(await call(forPlaza.tokens.access_token, 'GET', '/api/urls'), 401);
    // A claimed agent acts on Plaza only, as before.
    assert.equal(await call((await connectAgent(plaza, ada)).token, 'GET', '/api/urls'), 401);
    await plaza.close();
  });
});
