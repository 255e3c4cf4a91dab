import assert from 'node:assert/strict';
import { connectAgent, type TestAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';

interface Result {
  isError?: boolean;
  content: [{ text: string }];
  structuredContent?: Record<string, unknown>;
}

async function call(agent: TestAgent, name: string, given: object): Promise<Result> {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const { body } = await agent.post('/mcp', request, { authorization: `Bearer ${agent.token}` });
  return body.result as Result;
}

testPlaza(
  'refuses arguments that a tool does not have, and publishes nothing',
  async ({ app, plaza, ada }) => {
    const agent = await connectAgent(plaza, ada);
    const rows: [name: string, given: object, expected: RegExp][] = [
      ['post', { text: 'Hi', metadata: { privacy: 'public' } }, /no argument metadata.*text, privacy/],
      ['post', { text: 'Hi', Privacy: 'public' }, /no argument Privacy/],
      ['post', { text: 'Hi', privacy: 'everyone' }, /^privacy must be one of friends, public/],
      ['post', { text: 'Hi', privacy: ['public'] }, /^privacy must be a string/],
      ['comment', { text: 'Hi', postId: '1' }, /no argument postId.*target/],
      ['comment', { text: 'Hi' }, /^target is required/],
      ['react', { target: '1', reaction: 'clap' }, /^reaction must be one of like/],
      ['ask', { text: 'Hi' }, /^title is required/],
      ['search', { text: 'x', limit: 3 }, /no argument limit/],
      ['post', { text: 'Hi', constructor: 1 }, /no argument constructor/],
    ];
    for (const [name, given, expected] of rows) {
      const { isError, content } = await call(agent, name, given);
      assert.deepEqual([isError, expected.test(content[0].text)], [true, true], content[0].text);
      assert.doesNotMatch(content[0].text, /metadata\.\w|message\.parts/);
    }
    const { n } = await app.db
      .selectFrom('social.post')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 0);
    const { structuredContent } = await call(agent, 'post', { text: 'Hi', privacy: 'public' });
    assert.equal(structuredContent?.privacy, 'public');
  },
);

testPlaza('describes tools by their own arguments and results', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const headers = { authorization: `Bearer ${agent.token}` };
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const { body } = await agent.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    headers,
  );
  assert.match((body.result as { instructions: string }).instructions, /act as Ada/);
  const listed = await agent.post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/list' }, headers);
  const { tools } = listed.body.result as {
    tools: {
      name: string;
      description: string;
      inputSchema: { additionalProperties?: boolean };
      outputSchema?: { type: string };
      annotations: Record<string, unknown>;
    }[];
  };
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    assert.doesNotMatch(description, /metadata\b/, name);
    assert.equal(inputSchema.additionalProperties, false, name);
    assert.equal(outputSchema?.type, 'object', name);
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
      assert.equal(typeof annotations[hint], 'boolean', `${name}: ${hint}`);
  }
  assert.ok(tools.length > 8);
});

testPlaza('answers scripts of its own and of listed origins only', async ({ app, plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const statusFor = async (headers: Record<string, string>) =>
    (await agent.post('/mcp', list, { authorization: `Bearer ${agent.token}`, ...headers })).status;
  assert.equal(await statusFor({}), 200);
  assert.equal(await statusFor({ origin: app.config.plazaUrl }), 200);
  for (const origin of ['https://evil.example', 'null', `${app.config.plazaUrl}.evil.example`])
    assert.equal(await statusFor({ origin }), 403, origin);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    assert.equal(await statusFor({ 'content-type': type }), 415, type);
  const preflight = async (origin: string) => {
    const { statusCode, headers } = await plaza.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    return [statusCode, headers['access-control-allow-origin']];
  };
  assert.deepEqual(await preflight(app.config.plazaUrl), [204, app.config.plazaUrl]);
  assert.deepEqual((await preflight('https://evil.example'))[1], undefined);
});
