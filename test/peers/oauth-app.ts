import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Viewer } from '../../src/platform/app.ts';
import type { Answer } from '../agent.ts';
import type { Plaza } from '../ask-plaza.ts';

/** An installed program that registers itself, as a client without an OAuth library. */
export class TestApp {
  readonly plaza: Plaza;
  clientId = '';
  readonly redirectUri: string;
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(plaza: Plaza, redirectUri = 'http://127.0.0.1/callback') {
    this.plaza = plaza;
    this.redirectUri = redirectUri;
  }

  async post(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.plaza.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(body as Record<string, string>).toString(),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: JSON.parse(answer.body) as Record<string, unknown>,
    };
  }

  async register(metadata: object = {}): Promise<Answer> {
    const answer = await this.plaza.inject({
      method: 'POST',
      url: '/oauth2/register',
      payload: {
        client_name: 'Reading list',
        redirect_uris: [this.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        ...metadata,
      },
    });
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    this.clientId = String(body.client_id);
    return { status: answer.statusCode, headers: answer.headers, body };
  }

  /** The path of the authorization page. A parameter that is undefined is left out. */
  address(changes: Record<string, string | undefined> = {}): string {
    const given: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: 'read write',
      state: 'xyz',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const known = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `/oauth2/authorize?${new URLSearchParams(known).toString()}`;
  }

  /** Decides as a browser does: loads the page, then submits its form. Returns the parameters that the app gets. */
  async decide(
    viewer: Viewer,
    address = this.address(),
    {
      answer = 'approve',
      scopes,
      ...others
    }: { answer?: string; scopes?: string[]; dailySpending?: string } = {},
  ): Promise<URLSearchParams> {
    const shown = await this.plaza.page(viewer, address);
    assert.equal(shown.status, 200, shown.text.slice(0, 300));
    const offered = [...shown.text.matchAll(/name="scopes"[^>]*value="([^"]+)"/g)].map(
      ([, scope = '']) => scope,
    );
    const fields = [
      ['request', /name="request" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''],
      ['answer', answer],
      ...(scopes ?? offered).map((scope) => ['scopes', scope]),
      ...Object.entries(others),
    ];
    const { status, headers, text } = await this.plaza.form(viewer, '/oauth2/authorize', fields);
    assert.equal(status, 303, text.slice(0, 500));
    const location = String(headers.location);
    assert.ok(location.startsWith(this.redirectUri), location);
    return new URL(location).searchParams;
  }

  async code(viewer: Viewer, changes: Record<string, string | undefined> = {}): Promise<string> {
    return (await this.decide(viewer, this.address(changes))).get('code') ?? '';
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<Answer> {
    return this.post('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      code,
      code_verifier: this.verifier,
      redirect_uri: this.redirectUri,
      ...changes,
    });
  }

  refresh(token: unknown, changes: Record<string, string> = {}): Promise<Answer> {
    return this.post('/oauth2/token', {
      grant_type: 'refresh_token',
      client_id: this.clientId,
      refresh_token: String(token),
      ...changes,
    });
  }

  /** Calls an operation with an access token. */
  async call(token: unknown, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
    const answer = await this.plaza.inject({
      method,
      url,
      headers: { authorization: `Bearer ${String(token)}` },
      ...(payload && { payload }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (answer.body === '' ? {} : JSON.parse(answer.body)) as Record<string, unknown>,
    };
  }
}

/** Returns an app that the viewer has connected, with its tokens. */
export async function connectApp(
  plaza: Plaza,
  viewer: Viewer,
  scope = 'read write',
  changes: Record<string, string | undefined> = {},
): Promise<TestApp & { tokens: Record<string, unknown> }> {
  const app = new TestApp(plaza);
  await app.register();
  const { status, body } = await app.exchange(await app.code(viewer, { scope, ...changes }));
  assert.equal(status, 200, JSON.stringify(body));
  return Object.assign(app, { tokens: body });
}
