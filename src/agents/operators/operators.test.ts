import assert from 'node:assert/strict';
import { connectAgent, TestAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { isInNetworks, isNetwork } from '../identity/agent-settings.ts';
import { listRegistrations } from './registrations.ts';

testPlaza(
  'operators find agents, see their actions and block them',
  async ({ app, plaza, olga, ada, bob }) => {
    const agent = await connectAgent(plaza, ada, 'Reading list');
    await agent.send('Hello');
    const waiting = new TestAgent(plaza);
    await waiting.register('100% helpful');
    const found = async (q: string, state: 'all' | 'waiting' | 'blocked' = 'all') =>
      (await listRegistrations(app, { q, state })).items.map(({ name }) => name);
    assert.deepEqual(await found(''), ['100% helpful', 'Reading list']);
    assert.deepEqual(await found('@Ada'), ['Reading list']);
    assert.deepEqual(await found('reading'), ['Reading list']);
    assert.deepEqual(await found('100%'), ['100% helpful']);
    assert.deepEqual(await found('', 'waiting'), ['100% helpful']);
    const page = await plaza.page(olga, '/operator/agents?q=reading');
    assert.match(page.text, /Reading list/);
    assert.doesNotMatch(page.text, /helpful/);
    assert.equal((await plaza.page(bob, '/operator/agents')).status, 403);
    const [own] = (await listRegistrations(app, { q: 'reading', state: 'all' })).items;
    const block = (blocked: string) =>
      plaza.form(olga, `/operator/agents/${own?.id ?? ''}/block`, { blocked });
    await block('true');
    assert.equal((await agent.call('tasks/list')).status, 401);
    assert.deepEqual(await found('', 'blocked'), ['Reading list']);
    await block('false');
    assert.equal((await agent.call('tasks/list')).status, 200);
    assert.match((await plaza.page(olga, '/operator/audit')).text, /Unblocked an agent/);
  },
);

testPlaza('operators enable registration and skills, and block networks', async ({ plaza, olga, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const save = (fields: Record<string, string>) => plaza.form(olga, '/operator/agents/settings', fields);
  assert.equal((await save({ registration: 'on', skills: 'comment' })).status, 303);
  const post = await agent.call('message/send', {
    skillId: 'post',
    message: { role: 'user', parts: [{ text: 'Hello' }] },
  });
  assert.equal((post.body.error as { code: number }).code, -32602);
  const card = await plaza.inject({ url: '/.well-known/agent-card.json' });
  const { skills } = JSON.parse(card.body) as { skills: { id: string }[] };
  assert.deepEqual(
    skills.map(({ id }) => id),
    ['comment'],
  );
  const stranger = new TestAgent(plaza);
  assert.equal((await stranger.register()).status, 200);
  await save({ registration: 'on', skills: 'post', blockedNetworks: '127.0.0.0/8\n2001:db8::/32' });
  const refused = await stranger.register();
  assert.deepEqual([refused.status, refused.body.error], [403, 'anonymous_not_enabled']);
  await save({ skills: 'post' });
  assert.equal((await stranger.register()).status, 403);
  assert.equal((await agent.call('tasks/list')).status, 200, 'approved agents keep access');
  const wrong = await save({ registration: 'on', skills: 'post', blockedNetworks: 'not an address' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /is not an IP address or network/);
});

testPlaza('networks are compared as addresses', () => {
  assert.ok(isInNetworks(['192.0.2.0/24'], '::ffff:192.0.2.9'));
  assert.ok(isInNetworks(['2001:db8::/32'], '2001:db8::1'));
  assert.ok(!isInNetworks(['192.0.2.7'], '192.0.2.8'));
  assert.deepEqual(['192.0.2.7', '10.0.0.0/33', 'x'].map(isNetwork), [true, false, false]);
  return Promise.resolve();
});
