import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { connectAgent } from '../../../../test/agent.ts';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { disconnectAgents } from '../../../agents/settings/own-agents.ts';
import { suspendAccount } from '../../../identity/people/suspend-account.ts';
import { endOtherSessions, startSession } from '../../../identity/sessions/sessions.ts';
import { minutes } from '../../../kernel/time.ts';

const device = { createdVia: 'page', userAgent: 'Test', address: '127.0.0.1' } as const;

/** Sends the head and a part of the body, and the rest a minute later, after `meanwhile`. */
async function sendSlowly(
  { app, plaza }: World,
  request: { url: string; headers: Record<string, string> },
  text: string,
  meanwhile: () => Promise<unknown>,
) {
  async function* parts() {
    yield text.slice(0, 9);
    await meanwhile();
    app.clock.turn(minutes(1));
    yield text.slice(9);
  }
  const headers = { 'content-length': String(text.length), ...request.headers };
  const { statusCode } = await plaza.inject({
    ...{ method: 'POST', url: request.url, headers },
    payload: Readable.from(parts()),
  });
  return statusCode;
}

const countPosts = async ({ app }: World) =>
  (await app.db.selectFrom('social.post').select('id').execute()).length;

const ends: [string, (world: World) => Promise<unknown>][] = [
  ['the session has ended', ({ app, ada }) => endOtherSessions(app, ada.id, undefined)],
  ['the account is suspended', ({ app, ada }) => suspendAccount(app, undefined, ada.id)],
];
for (const [what, end] of ends) {
  testPlaza(`the last byte of a form does nothing after ${what}`, async (world) => {
    const { app, ada } = world;
    const token = await startSession(app, ada.id, device);
    const headers = {
      origin: app.config.plazaUrl,
      cookie: `c_user=${ada.id}; xs=${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const send = (text: string, meanwhile: () => Promise<unknown>) =>
      sendSlowly(world, { url: '/posts', headers }, `text=${text}&privacy=public`, meanwhile);
    assert.equal(await send('In+time', () => Promise.resolve()), 303);
    const before = await countPosts(world);
    assert.equal(await send('Too+late', () => end(world)), 303);
    assert.equal(await countPosts(world), before);
  });

  testPlaza(`the last byte of a call does nothing after ${what}`, async (world) => {
    const { app, ada } = world;
    const headers = {
      'x-auth-token': await startSession(app, ada.id, device),
      'content-type': 'application/json',
    };
    const send = (text: string, meanwhile: () => Promise<unknown>) =>
      sendSlowly(world, { url: '/apis/php/posts/post', headers }, JSON.stringify({ text }), meanwhile);
    assert.equal(await send('In time', () => Promise.resolve()), 200);
    assert.equal(await send('Too late', () => end(world)), 401);
  });
}

testPlaza('the last byte of an agent does nothing after it was disconnected', async (world) => {
  const { app, ada, plaza } = world;
  const { token } = await connectAgent(plaza, ada);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const url of ['/apis/php/posts/post', '/a2a', '/mcp']) {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', text: 'In time' });
    assert.notEqual(await sendSlowly(world, { url, headers }, text, () => Promise.resolve()), 401, url);
  }
  const text = '{"text":"Too late"}';
  const url = '/apis/php/posts/post';
  assert.equal(await sendSlowly(world, { url, headers }, text, () => disconnectAgents(app, ada)), 401);
});
