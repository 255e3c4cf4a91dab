import assert from 'node:assert/strict';
import { connectAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { publishPost } from '../../social/posts/publishing.ts';

testPlaza('a text that a skill does not read is not stored for months', async ({ app, plaza, ada }) => {
  const id = await publishPost(app, ada, { text: 'Market day', privacy: 'public', photos: [] });
  const agent = await connectAgent(plaza, ada);
  for (const skillId of ['read', 'react']) {
    const { status } = await agent.send('x'.repeat(200_000), { skillId, metadata: { target: id } });
    assert.equal(status.state, 'completed');
  }
  const tasks = await app.db.selectFrom('agents.task').select('message').execute();
  assert.ok(tasks.every(({ message }) => JSON.stringify(message).length < 2000));
});

testPlaza('a key that is in an object twice is refused at every door of agents', async (world) => {
  const { app, plaza, ada } = world;
  const agent = await connectAgent(plaza, ada);
  const headers = { authorization: `Bearer ${agent.token}` };
  const message = `{"role":"user","parts":[{"text":"Hello"}]}`;
  const metadata = '{"privacy":"friends","privacy":"public"}';
  const tool = '{"name":"post","arguments":{"text":"Hello","privacy":"friends","privacy":"public"}}';
  for (const [url, body, status] of [
    [
      '/a2a',
      `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":${message},"metadata":${metadata}}}`,
      200,
    ],
    ['/a2a/message:send', `{"message":${message},"metadata":${metadata}}`, 400],
    ['/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${tool}}`, 400],
    ['/mcp/paid', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${tool}}`, 400],
  ] as const) {
    const answer = await agent.post(url, body, url === '/mcp/paid' ? {} : headers);
    assert.deepEqual(
      [answer.status, JSON.stringify(answer.body).includes('duplicate key')],
      [status, true],
      url,
    );
  }
  const { n } = await app.db
    .selectFrom('social.post')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(n), 0);
});

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

testPlaza('a subscription by the Model Context Protocol is refused, and does not wait', async (world) => {
  const { plaza, ada } = world;
  const agent = await connectAgent(plaza, ada);
  const changed = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const params = {
    notifications: { ...changed, resourceSubscriptions: ['https://a.example'] },
    _meta: modern,
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
  const version = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  for (const [url, headers] of [
    ['/mcp', { ...version, authorization: `Bearer ${agent.token}` }],
    ['/mcp/paid', version],
  ] as const) {
    const { error } = (await agent.post(url, body, headers)).body as { error: { message: string } };
    assert.equal(error.message, 'Subscription limit reached', url);
  }
});

testPlaza('a NUL character is the caller’s error by the Model Context Protocol', async (world) => {
  const { plaza, ada } = world;
  const agent = await connectAgent(plaza, ada);
  const headers = { authorization: `Bearer ${agent.token}` };
  const call = (method: string, params: object) =>
    agent.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  const search = await call('tools/call', { name: 'search', arguments: { text: 'a\0b' } });
  assert.deepEqual([search.status, search.body.error], [400, 'invalid_request']);
  const page = await call('resources/read', { uri: `${world.app.config.plazaUrl}/@a%00b` });
  assert.match(JSON.stringify(page.body), /Page not found/);
});
