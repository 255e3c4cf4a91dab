// How members learn of an agent's actions, and how an agent is disconnected.
import assert from 'node:assert/strict';
import { connectAgent, TestAgent } from '../../../test/agent.ts';
import { openPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { testWithDatabase } from '../../../test/app.ts';
import { createWorld, password } from '../../../test/world.ts';
import { listActs, listAgents } from './own-agents.ts';

testPlaza('an approval sends a notification, and every change by the agent is listed', async (world) => {
  const { app, plaza, ada } = world;
  const agent = await connectAgent(plaza, ada, 'Reading list');
  assert.match((await plaza.page(ada, '/notifications')).text, /An agent can now act as you/);
  const { id } = await app.db.selectFrom('social.notification').select('id').executeTakeFirstOrThrow();
  const opened = await plaza.page(ada, `/notifications/${id}`);
  assert.equal(opened.headers.location, '/settings/agents');
  await agent.send('By its skill');
  const { status } = await agent.api('POST', '/apis/php/posts/post', {
    text: 'By the API',
    privacy: 'public',
  });
  assert.equal(status, 200);
  await agent.api('GET', '/apis/php/user/profile');
  const [own] = await listAgents(app, ada);
  const { items } = await listActs(app, own?.id ?? '', undefined);
  assert.deepEqual(
    items.map(({ skill, text }) => [skill, text]),
    [
      ['api', '/apis/php/posts/post'],
      ['post', 'By its skill'],
    ],
  );
  assert.match((await plaza.page(ada, `/settings/agents/${own?.id ?? ''}`)).text, /\/apis\/php\/posts\/post/);
});

testPlaza('a password change disconnects agents if the member chooses so', async ({ plaza, ada, bob }) => {
  const agent = await connectAgent(plaza, ada);
  const waiting = new TestAgent(plaza);
  await waiting.register();
  await waiting.claim();
  await waiting.answer(ada, 'approve');
  const other = await connectAgent(plaza, bob);
  const change = (fields: object) =>
    plaza.form(ada, '/settings/password', { current: password, password: 'horse staple battery', ...fields });
  assert.equal((await change({})).status, 303);
  assert.equal((await agent.call('tasks/list')).status, 200, 'agents stay connected by default');
  assert.equal((await change({ current: 'horse staple battery', password, end_grants: 'on' })).status, 303);
  assert.equal((await agent.call('tasks/list')).status, 401);
  assert.equal((await agent.exchange()).body.error, 'invalid_grant');
  assert.equal((await waiting.poll()).body.error, 'invalid_grant');
  assert.equal((await other.call('tasks/list')).status, 200);
});

testWithDatabase('an agent disconnected in one process can no longer publish in another', async ({ app }) => {
  const { ada } = await createWorld(app);
  const here = await openPlaza(app);
  const there = await openPlaza(app);
  try {
    const agent = await connectAgent(here, ada);
    const countPosts = async () => (await app.db.selectFrom('social.post').select('id').execute()).length;
    const sent = Array.from({ length: 12 }, (_, each) =>
      agent.call('message/send', {
        message: { role: 'user', parts: [{ text: `Post number ${each} of mine` }] },
      }),
    );
    const disconnected = await there.form(ada, '/settings/agents/disconnect');
    const published = await countPosts();
    assert.equal(disconnected.status, 303);
    const answers = await Promise.all(sent);
    assert.equal(await countPosts(), published);
    assert.equal(answers.filter(({ status }) => status === 200).length, published);
    assert.ok(answers.every(({ status }) => status === 200 || status === 401));
    assert.equal((await agent.call('tasks/list')).status, 401);
  } finally {
    await here.close();
    await there.close();
  }
});

testPlaza('concurrent posts respect the daily limit', async ({ app, plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  await app.db.updateTable('agents.registration').set({ daily_posts: 2 }).execute();
  const tasks = await Promise.all([1, 2, 3, 4].map((each) => agent.send(`Post number ${each}`)));
  const states = tasks.map(({ status }) => status.state).toSorted();
  assert.deepEqual(states, ['completed', 'completed', 'rejected', 'rejected']);
});
