import assert from 'node:assert/strict';
import { days } from '../../kernel/time.ts';
import { connectAgent, TestAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { eraseAgents, listAgents } from './own-agents.ts';

testPlaza(
  'a member sees an agent’s actions, limits it and disconnects it',
  async ({ app, plaza, ada, bob }) => {
    const agent = await connectAgent(plaza, ada, 'Reading <list>');
    await agent.send('Of mine');
    const [own] = await listAgents(app, ada);
    assert.deepEqual(own?.usedAt, app.clock.now());
    const path = `/settings/agents/${own.id}`;
    assert.match((await plaza.page(ada, '/settings/agents')).text, /Reading &lt;list&gt;/);
    assert.match((await plaza.page(ada, path)).text, /Of mine/);
    const saved = await plaza.form(ada, path, { skills: 'comment', friendsOnly: 'on', dailyPosts: '3' });
    assert.equal(saved.status, 303);
    assert.equal((await agent.send('A post')).status.state, 'rejected');
    const wrong = await plaza.form(ada, path, { skills: 'comment', dailyPosts: '0' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /from 1 to 1000/);
    // Other accounts cannot view, limit or disconnect it.
    assert.equal((await plaza.page(bob, path)).status, 404);
    assert.equal((await plaza.form(bob, path, { skills: 'post' })).status, 404);
    assert.equal((await plaza.form(bob, `${path}/disconnect`)).status, 404);
    assert.equal((await agent.call('tasks/list')).status, 200);
    await plaza.form(ada, `${path}/disconnect`);
    assert.equal((await agent.call('tasks/list')).status, 401);
    assert.equal((await agent.exchange()).body.error, 'invalid_grant');
  },
);

testPlaza(
  'all agents are disconnected at once, and deleted with the account',
  async ({ app, plaza, ada, bob }) => {
    const agents = [await connectAgent(plaza, ada), await connectAgent(plaza, ada)];
    const other = await connectAgent(plaza, bob);
    await plaza.form(ada, '/settings/agents/disconnect');
    for (const agent of agents) assert.equal((await agent.call('tasks/list')).status, 401);
    assert.equal((await other.call('tasks/list')).status, 200);
    await eraseAgents(app, ada.id);
    const { rows } = { rows: await app.db.selectFrom('agents.registration').select('account_id').execute() };
    assert.deepEqual(rows, [{ account_id: bob.id }]);
  },
);

testPlaza('a claim is approved only by its form, and by one person', async ({ plaza, ada, bob }) => {
  const agent = new TestAgent(plaza);
  await agent.register('Reading list');
  await agent.claim();
  const address = `/claim?code=${agent.userCode}`;
  const stranger = await plaza.page(undefined, address);
  assert.equal(stranger.headers.location, `/signin?next=${encodeURIComponent(address)}`);
  const shown = await plaza.page(ada, address);
  assert.match(shown.text, /Let Reading list act as you\?/);
  assert.match(String(shown.headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.equal(
    (await agent.poll()).body.error,
    'authorization_pending',
    'opening the page does not approve the claim',
  );
  const forged = await plaza.form(
    ada,
    '/claim',
    { code: agent.userCode, answer: 'approve' },
    { origin: 'https://evil.example' },
  );
  assert.equal(forged.status, 403);
  const answers = await Promise.all([agent.answer(ada, 'approve'), agent.answer(bob, 'approve')]);
  const winners = answers.filter(({ status }) => status === 200);
  assert.equal(winners.length, 1);
  await agent.poll();
  const winner = answers[0].status === 200 ? ada : bob;
  const { body } = await agent.api('GET', '/apis/php/user/profile');
  assert.equal((body.data as { user_name: string }).user_name, winner.username);
});

testPlaza(
  'a token has no operator permissions and cannot change credentials',
  async ({ app, plaza, olga }) => {
    const agent = await connectAgent(plaza, olga);
    assert.equal((await agent.api('GET', '/apis/php/user/profile')).status, 200);
    const section = await agent.api('POST', '/apis/php/forums/section', { title: 'Mine' });
    assert.equal(section.status, 403);
    for (const path of ['auth/signout', 'user/delete', 'auth/activation_reset']) {
      const { status } = await agent.api('POST', `/apis/php/${path}`, {
        email: 'x@example.org',
        password: 'x',
      });
      assert.equal(status, 403, path);
    }
    const page = await plaza.inject({
      url: '/operator/settings',
      headers: { authorization: `Bearer ${agent.token}`, accept: 'text/html' },
    });
    assert.notEqual(page.statusCode, 200);
    app.clock.turn(days(31));
    assert.equal(
      (await agent.api('GET', '/apis/php/user/profile')).status,
      401,
      'a token expires after a month without use',
    );
  },
);
