// Runs the official clients of the Model Context Protocol: they are given an address only, and connect by their own
// sign-in through the consent page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as current from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Viewer } from '../../../src/platform/app.ts';
import { decideByForm } from '../../peers/consent.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson, cookiesOf } from '../../world.ts';

/** The part of an assistant that stores credentials and opens the browser. */
class Assistant {
  readonly redirectUrl = 'http://127.0.0.1:9876/callback';
  readonly cookie: string;
  /** The https address of its metadata document. Without it, it registers itself. */
  readonly clientMetadataUrl: string | undefined;
  information: { client_id: string } | undefined;
  saved: Record<string, unknown> | undefined;
  verifier = '';
  /** What the browser brought back. */
  back: URLSearchParams | undefined;

  constructor(cookie: string, clientMetadataUrl?: string) {
    this.cookie = cookie;
    this.clientMetadataUrl = clientMetadataUrl;
  }

  get clientMetadata() {
    return {
      client_name: 'Assistant',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation() {
    return this.information;
  }
  saveClientInformation(information: { client_id: string }) {
    this.information = information;
  }
  tokens() {
    return this.saved as never;
  }
  saveTokens(tokens: object) {
    this.saved = { ...tokens };
  }
  codeVerifier() {
    return this.verifier;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  async redirectToAuthorization(address: URL) {
    this.back = (await decideByForm(address, this.cookie)).searchParams;
  }
}

const metadataUrl = 'https://assistant.example/client.json';

describe('clients of the Model Context Protocol', () => {
  let services: Services;
  let ada: Viewer;
  let cookie: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    cookie = await cookiesOf(services.app, ada);
    // The web has the assistant's document.
    const { outbound } = services.app;
    const fetch = outbound.fetch.bind(outbound);
    outbound.fetch = (url, options) => {
      if (url !== metadataUrl) return fetch(url, options);
      const text = JSON.stringify({ client_id: metadataUrl, ...new Assistant('').clientMetadata });
      return Promise.resolve({
        url,
        status: 200,
        headers: {},
        body: Buffer.from(text),
        received: text.length,
        cut: false,
        hops: [],
        text: () => text,
        json: () => JSON.parse(text) as unknown,
      });
    };
  });
  after(() => services.stop());

  /** Connects a client of today, given an address. */
  async function connect(address: string, assistant: Assistant, mode?: 'legacy') {
    const open = () =>
      new current.StreamableHTTPClientTransport(new URL(address), { authProvider: assistant as never });
    const create = () =>
      new current.Client(
        { name: 'assistant', version: '1' },
        {
          versionNegotiation: { mode: mode ?? { pin: '2026-07-28' } },
        },
      );
    const transport = open();
    const first = create();
    const failed = await first.connect(transport).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failed === undefined) return first;
    assert.ok(failed instanceof current.UnauthorizedError);
    await transport.finishAuth(assistant.back as never);
    const client = create();
    await client.connect(open());
    return client;
  }

  for (const [how, url] of [
    ['by its metadata document', metadataUrl],
    ['by registration', undefined],
  ] as const)
    it(`of 2026 connect to both services ${how}, call tools, refresh and are disconnected`, async () => {
      for (const base of [services.plaza, services.hop]) {
        const assistant = new Assistant(cookie, url);
        const client = await connect(`${base}/mcp`, assistant);
        assert.equal(
          assistant.information?.client_id.startsWith('https://') ?? url !== undefined,
          url !== undefined,
        );
        const { tools } = await client.listTools();
        assert.ok(tools.length > 10);
        if (base === services.plaza) {
          const posted = await client.callTool({
            name: 'post',
            arguments: { text: `Posted ${how}`, privacy: 'public' },
          });
          assert.equal(posted.isError, undefined, JSON.stringify(posted));
        } else {
          const added = await client.callTool({
            name: 'shorten',
            arguments: { url: 'https://example.org/long' },
          });
          assert.match(JSON.stringify(added.structuredContent), /"shorturl":"http/);
        }
        // An expired access token is refreshed by the client itself.
        const before = assistant.saved?.access_token;
        assistant.saved = { ...assistant.saved, access_token: 'agt_expired' };
        const refreshed = await connect(`${base}/mcp`, assistant);
        await refreshed.listTools();
        assert.notEqual(assistant.saved.access_token, before);
        await services.app.db
          .updateTable('agents.registration')
          .set({ revoked_at: new Date() })
          .where('revoked_at', 'is', null)
          .execute();
        const gone = await fetch(`${base}/mcp`, {
          method: 'POST',
          headers: { authorization: `Bearer ${String(assistant.saved.access_token)}` },
        });
        assert.equal(gone.status, 401);
      }
    });

  it('of 2025 connect to both services, with the former SDK and its sign-in', async () => {
    for (const base of [services.plaza, services.hop]) {
      const assistant = new Assistant(cookie);
      const open = () => new FormerTransport(new URL(`${base}/mcp`), { authProvider: assistant as never });
      const transport = open();
      await assert.rejects(new FormerClient({ name: 'former', version: '1' }).connect(transport));
      await transport.finishAuth(assistant.back?.get('code') ?? '');
      const client = new FormerClient({ name: 'former', version: '1' });
      await client.connect(open());
      assert.ok((await client.listTools()).tools.length > 10);
      await client.close();
    }
  });

  it('call every tool of Plaza', async () => {
    const client = await connect(`${services.plaza}/mcp`, new Assistant(cookie));
    const bob = await addPerson(services.app, 'bob');
    const call = async (name: string, given: Record<string, unknown> = {}) => {
      const answer = await client.callTool({ name, arguments: given });
      assert.equal(answer.isError, undefined, `${name}: ${JSON.stringify(answer.content)}`);
      called.add(name);
      return answer.structuredContent as Record<string, string> & { data: never };
    };
    const called = new Set<string>();
    const { id: target = '' } = await call('post', { text: 'Every tool', privacy: 'public' });
    await call('comment', { text: 'A comment', target });
    await call('react', { target });
    const { id: question = '' } = await call('ask', { title: 'Which tool is next?', text: 'Tell me please' });
    await call('read', { target: question });
    await call('search', { text: 'tool' });
    await call('follow', { do: 'follow', id: bob.id });
    await call('profile', { user_name: 'bob' });
    await call('feed');
    await call('notifications');
    await call('trending');
    await call('send_message', { recipients: [bob.id], message: 'Hello Bob' });
    const { data } = await call('conversations');
    const [conversation] = data as { conversation_id: string }[];
    await call('read_messages', { conversation_id: conversation?.conversation_id });
    await call('search_messages', { query: 'Hello' });
    await call('delete_post', { id: target });
    await call('find_tools', { query: 'sha-256' });
    await call('run_tool', { name: 'sha256-generator', input: { text: 'abc' } });
    // Nobody may answer their own question at once; the refusal is a result.
    const answered = await client.callTool({
      name: 'answer',
      arguments: { target: question, text: 'This one' },
    });
    called.add('answer');
    assert.match(JSON.stringify(answered), /structuredContent|isError/);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !called.has(name)),
      [],
    );
  });

  it('call every tool of Hop', async () => {
    const client = await connect(`${services.hop}/mcp`, new Assistant(cookie));
    const called = new Set<string>();
    const call = async (name: string, given: Record<string, unknown> = {}) => {
      const answer = await client.callTool({ name, arguments: given });
      assert.equal(answer.isError, undefined, `${name}: ${JSON.stringify(answer.content)}`);
      called.add(name);
      return answer.structuredContent as Record<string, never>;
    };
    const { id } = await call('shorten', { url: 'https://example.org/a', tags: 'print' });
    await call('shorten_many', {
      links: [{ url: 'https://example.org/b' }, { url: 'https://example.org/c' }],
    });
    const found = await call('find_links', { q: 'example', limit: 2 });
    assert.equal((found.data as unknown as { urls: unknown[] }).urls.length, 2);
    await call('get_link', { id });
    await call('update_link', { id, url: 'https://example.org/d' });
    await call('statistics', { tag: 'print' });
    await call('link_statistics', { id });
    const code = await call('create_qr_code', { type: 'link', data: 'https://example.org/e', name: 'Code' });
    await call('find_qr_codes');
    const { id: campaignid } = await call('create_campaign', { name: 'Spring' });
    await call('list_campaigns');
    await call('add_to_campaign', { campaignid, linkid: id });
    await call('delete_link', { id });
    await call('delete_qr_code', { id: code.id });
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !called.has(name)),
      [],
    );
    for (const { name, annotations } of tools)
      assert.equal(annotations?.destructiveHint, name.startsWith('delete_'), name);
  });

  it('read resources and prompts', async () => {
    const client = await connect(`${services.plaza}/mcp`, new Assistant(cookie));
    const posted = await client.callTool({
      name: 'post',
      arguments: { text: 'To be read', privacy: 'public' },
    });
    const { id } = posted.structuredContent as { id: string };
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      assert.equal(contents[0]?.mimeType, 'text/markdown', uri);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.length > 4);
    const read = await client.readResource({ uri: `${services.plaza}/posts/${id}` });
    assert.match(JSON.stringify(read.contents), /To be read/);
    for (const uri of [`${services.plaza}/posts/999999`, `${services.plaza}/settings`, 'file:///etc/passwd'])
      await assert.rejects(client.readResource({ uri }), uri);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['summarize_thread', 'draft_reply'],
    );
    const prompt = await client.getPrompt({
      name: 'draft_reply',
      arguments: { address: `${services.plaza}/posts/${id}` },
    });
    assert.match(JSON.stringify(prompt.messages), /Draft|draft/);
    await assert.rejects(client.getPrompt({ name: 'draft_reply', arguments: {} }));
  });
});
