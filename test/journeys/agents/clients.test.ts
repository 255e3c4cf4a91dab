// Runs unmodified third-party clients against the service, and the commands in /auth.md unchanged.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import {
  ClientFactory,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { Role } from '@a2a-js/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { assertionGrant, claimGrant } from '../../../src/agents/addresses.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson, cookiesOf } from '../../world.ts';

describe('third-party agents', () => {
  let services: Services;
  let ada: Viewer;
  let cookie: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    cookie = await cookiesOf(services.app, ada);
  });
  after(() => services.stop());

  const post = async (path: string, body: object) => {
    const answer = await fetch(services.plaza + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };

  /** Approves as a browser does: loads the page, then submits its form. */
  async function approve(address: string): Promise<void> {
    const shown = await fetch(address, { headers: { cookie } });
    assert.equal(shown.status, 200);
    assert.match(await shown.text(), /act as you\?/);
    const code = new URL(address).searchParams.get('code') ?? '';
    const answer = await fetch(`${services.plaza}/claim`, {
      method: 'POST',
      headers: { cookie, origin: services.plaza },
      body: new URLSearchParams({ code, answer: 'approve' }),
    });
    assert.match(await answer.text(), /is connected/);
  }

  async function connect(): Promise<{ token: string; assertion: string; claimToken: string }> {
    const { claim_token = '', identity_assertion = '' } = await post('/agent/identity', {
      type: 'anonymous',
    });
    const { verification_uri = '' } = await post('/agent/identity/claim', { claim_token });
    await approve(verification_uri);
    const { access_token = '' } = await post('/oauth2/token', { grant_type: claimGrant, claim_token });
    return { token: access_token, assertion: identity_assertion, claimToken: claim_token };
  }

  for (const version of ['1.0', '0.3'] as const)
    it(`with version ${version} of the A2A SDK read the card, send, get and list tasks, and cannot cancel them`, async () => {
      const { token } = await connect();
      const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
        headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
        shouldRetryWithHeaders: () => Promise.resolve(undefined),
      });
      const legacyCompat = { enabled: version === '0.3' };
      const resolver = new DefaultAgentCardResolver({ legacyCompat });
      const factory = new ClientFactory({
        // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the SDK declares its options as a class
        transports: [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })],
        cardResolver: {
          resolve: async (...given) => {
            const card = await resolver.resolve(...given);
            const supportedInterfaces = card.supportedInterfaces.filter(
              ({ protocolVersion }) => protocolVersion === version,
            );
            return { ...card, supportedInterfaces };
          },
        },
      });
      const client = await factory.createFromUrl(services.plaza);
      const sent = await client.sendMessage({
        tenant: '',
        configuration: undefined,
        message: {
          messageId: `sdk-${version}`,
          contextId: '',
          taskId: '',
          role: Role.ROLE_USER,
          parts: [
            {
              content: { $case: 'text', value: `Sent by ${version}` },
              filename: '',
              mediaType: '',
              metadata: undefined,
            },
          ],
          metadata: { skillId: 'post' },
          extensions: [],
          referenceTaskIds: [],
        },
        metadata: { privacy: 'public' },
      });
      assert.ok('status' in sent, JSON.stringify(sent));
      const task = await client.getTask({ tenant: '', id: sent.id });
      assert.equal(task.id, sent.id);
      await assert.rejects(client.cancelTask({ tenant: '', id: sent.id, metadata: undefined }));
      const page = await fetch(`${services.plaza}/@ada`);
      assert.match(await page.text(), new RegExp(`Sent by ${version.replace('.', '\\.')}`));
    });

  it('discover, exchange and revoke with oauth4webapi', async () => {
    const { assertion, token } = await connect();
    // The test service uses HTTP.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only so that nobody overlooks it
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(services.plaza);
    const resource = await oauth.processResourceDiscoveryResponse(
      issuer,
      await oauth.resourceDiscoveryRequest(issuer, insecure),
    );
    assert.deepEqual(resource.authorization_servers, [services.plaza]);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    const client = { client_id: 'any' };
    const exchanged = await oauth.processGenericTokenEndpointResponse(
      server,
      client,
      await oauth.genericTokenEndpointRequest(
        server,
        client,
        oauth.None(),
        assertionGrant,
        { assertion },
        insecure,
      ),
    );
    assert.equal(exchanged.scope, 'api');
    const revoked = await oauth.revocationRequest(server, client, oauth.None(), token, insecure);
    await oauth.processRevocationResponse(revoked);
    const gone = await fetch(`${services.plaza}/a2a`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(gone.status, 401);
    assert.match(String(gone.headers.get('www-authenticate')), /invalid_token/);
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ''));
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: services.plaza,
      audience: services.plaza,
    });
    assert.match(payload.sub ?? '', /^reg_/);
  });

  it('list and call tools with the Model Context Protocol', async () => {
    const { token } = await connect();
    const address = new URL(`${services.plaza}/mcp`);
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        ...['post', 'comment', 'react', 'ask', 'answer', 'search', 'read'],
        ...['follow', 'profile', 'feed', 'notifications', 'trending'],
        ...['conversations', 'read_messages', 'search_messages', 'send_message', 'delete_post'],
        ...['find_tools', 'run_tool'],
      ],
    );
    const call = (name: string, given: Record<string, unknown>) =>
      client.callTool({ name, arguments: given });
    const posted = await call('post', { text: 'By a tool', privacy: 'public' });
    const { id } = posted.structuredContent as { id: string };
    assert.equal((await call('comment', { text: 'Said too', target: id })).isError, undefined);
    const read = await call('read', { target: id });
    assert.match(JSON.stringify(read.content), /By a tool.*Said too/);
    assert.equal((await call('comment', { text: 'Lost', target: '999999999' })).isError, true);
    const found = (await call('find_tools', { query: 'sha-256' })).structuredContent as {
      tools: { name: string; input: { properties: object } }[];
    };
    const tool = found.tools.find(({ name }) => name === 'sha256-generator');
    assert.deepEqual(Object.keys(tool?.input.properties ?? {}), ['text']);
    const hashed = await call('run_tool', { name: 'sha256-generator', input: { text: 'abc' } });
    assert.match(JSON.stringify(hashed.structuredContent), /ba7816bf8f01cfea414140de5dae2223/);
    for (const [given, said] of [
      [{ name: 'sha256-generator', input: { text: 1 } }, /text/],
      [{ name: 'base32-decoder', input: { base32: '1' } }, /base32: .*alphabet/],
      [{ name: 'no-such-tool' }, /Tool/],
      [{}, /name is required/],
    ] as const) {
      const refused = await call('run_tool', given);
      assert.equal(refused.isError, true);
      assert.match(JSON.stringify(refused.content), said);
    }
    await assert.rejects(call('fly', {}));
    await client.close();
    const stranger = await fetch(address, { method: 'POST', body: '{}' });
    assert.equal(stranger.status, 401);
    assert.match(stranger.headers.get('www-authenticate') ?? '', /resource_metadata=/);
  });

  it('follow the commands of /auth.md to a published post', async () => {
    const guide = await (await fetch(`${services.plaza}/auth.md`)).text();
    const commands = [...guide.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, text]) => text);
    assert.equal(commands.length, 6);
    // All commands except the last, which revokes the token.
    const script = ['set -e', ...commands.slice(0, -1)].join('\n').replace('sleep 5', 'sleep 1');
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    for await (const line of createInterface({ input: shell.stdout })) {
      lines.push(line);
      const address = /^Open (\S+) and compare/.exec(line)?.[1];
      if (address !== undefined) await approve(address);
    }
    const { result } = JSON.parse(lines.find((line) => line.startsWith('{"jsonrpc"')) ?? '') as {
      result: { status: { state: string } };
    };
    assert.equal(result.status.state, 'completed');
    assert.equal(lines.at(-1), 'Price asked with status 402');
    assert.match(await (await fetch(`${services.plaza}/@ada`)).text(), /Hello from an agent/);
  });

  it('find consistent documents with an ETag', async () => {
    const read = async (path: string) => {
      const answer = await fetch(services.plaza + path);
      assert.equal(answer.status, 200, path);
      assert.ok(answer.headers.get('etag'), `${path} has an ETag`);
      assert.match(answer.headers.get('cache-control') ?? '', /max-age=600/, path);
      return (await answer.json()) as Record<string, unknown>;
    };
    const card = await read('/.well-known/agent-card.json');
    assert.deepEqual(await read('/.well-known/agent.json'), card);
    const server = await read('/.well-known/oauth-authorization-server');
    assert.equal(server.issuer, services.plaza);
    const block = server.agent_auth as Record<string, unknown>;
    assert.equal(block.claim_uri, block.claim_endpoint);
    assert.equal(block.token_endpoint, server.token_endpoint);
    assert.equal((await read('/.well-known/oauth-protected-resource')).resource, services.plaza);
    const catalog = await fetch(`${services.plaza}/.well-known/api-catalog`, { method: 'HEAD' });
    assert.match(catalog.headers.get('content-type') ?? '', /^application\/linkset\+json; profile=/);
    assert.match(catalog.headers.get('link') ?? '', /rel="api-catalog"/);
    const index = (await read('/.well-known/agent-skills/index.json')).skills as {
      url: string;
      digest: string;
    }[];
    for (const { url, digest } of index) {
      const text = await (await fetch(url)).arrayBuffer();
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', text)).toString('hex');
      assert.equal(digest, `sha256:${hash}`, url);
    }
    const front = await fetch(services.plaza);
    assert.match(front.headers.get('link') ?? '', /rel="api-catalog".*rel="service-desc".*rel="describedby"/);
  });
});
