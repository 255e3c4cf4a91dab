import assert from 'node:assert/strict';
import { days, hours } from '../../kernel/time.ts';
import { connectAgent, TestAgent, type Task } from '../../../test/agent.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { sendFriendRequest } from '../../social/relationships/connect.ts';
import { getPost } from '../../social/posts/reading/get-posts.ts';
import { publishPost } from '../../social/posts/publishing.ts';

const dataOf = (task: Task) => task.artifacts?.[0]?.parts[0].data ?? {};
const saying = (task: Task) => [task.status.state, task.status.message.parts[0].text];

/** The number of ada's posts that she can see. */
const countPosts = async ({ plaza, ada }: World) =>
  ((await plaza.api(ada, 'GET', '/apis/php/data/load?get=posts_profile&id=' + ada.id)).body.data as unknown[])
    .length;

testPlaza('a post is for friends by default, and names its agent', async ({ app, plaza, ada, bob }) => {
  const agent = await connectAgent(plaza, ada, 'Reading list');
  const task = await agent.send('For friends', { skillId: 'post' });
  assert.equal(task.status.state, 'completed');
  const id = String(dataOf(task).id);
  const post = await getPost(app, ada, id);
  assert.deepEqual(
    [post.text, post.privacy, post.agentName, post.author.id],
    ['For friends', 'friends', 'Reading list', ada.id],
  );
  await assert.rejects(getPost(app, bob, id));
  const open = await agent.send('For all', { skillId: 'post', metadata: { privacy: 'public' } });
  const page = await plaza.page(undefined, `/posts/${String(dataOf(open).id)}`);
  assert.match(page.text, /via Reading list/);
});

testPlaza('an agent acts only for its member, and sees what they see', async ({ app, plaza, ada, bob }) => {
  const agent = await connectAgent(plaza, ada);
  const secret = await publishPost(app, bob, { text: 'Only mine', privacy: 'me', photos: [] });
  const { body } = await agent.call('message/send', {
    message: { role: 'user', parts: [{ text: 'Hm' }] },
    metadata: { target: secret },
  });
  assert.equal((body.error as { code: number }).code, -32602);
  const other = await connectAgent(plaza, bob);
  const task = await agent.send('Mine');
  assert.equal(
    ((await other.call('tasks/get', { id: task.id })).body.error as { code: number }).code,
    -32001,
  );
  assert.deepEqual(((await other.call('tasks/list')).body.result as { tasks: unknown[] }).tasks, []);
});

testPlaza('every skill works', async ({ app, plaza, ada, bob }) => {
  const agent = await connectAgent(plaza, ada);
  const target = await publishPost(app, bob, {
    text: 'Rye bread for everybody',
    privacy: 'public',
    photos: [],
  });
  const run = (skillId: string, text: string, metadata: object = {}) =>
    agent.send(text, { skillId, metadata });
  assert.equal((await run('comment', 'Nice', { target })).status.state, 'completed');
  assert.equal((await run('react', '', { target, reaction: 'love' })).status.state, 'completed');
  const read = dataOf(await run('read', '', { target: `http://plaza.test/posts/${target}` }));
  assert.equal(read.text, 'Rye bread for everybody');
  assert.equal((read.comments as { text: string }[])[0]?.text, 'Nice');
  const found = dataOf(await run('search', 'rye bread'));
  assert.deepEqual(
    (found.results as { id: string }[]).map(({ id }) => id),
    [target],
  );
  const question = dataOf(
    await run('ask', 'It is grey and smells sharp.', { title: 'Is my sourdough dead?' }),
  );
  assert.equal(question.type, 'question');
  const answer = await run('answer', 'Feed it once a week and it lives on.', { target: String(question.id) });
  assert.equal(dataOf(answer).type, 'answer');
});

testPlaza('a message id runs once within a day, and belongs to one message', async (world) => {
  const { app, plaza, ada } = world;
  const agent = await connectAgent(plaza, ada);
  const send = () => agent.send('Once', { skillId: 'post' }, { messageId: 'm-1' });
  const [first, ...again] = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    again.map(({ id }) => id),
    [first.id, first.id],
  );
  assert.equal(await countPosts(world), 1);
  const { body } = await agent.call('message/send', {
    skillId: 'post',
    message: { role: 'user', messageId: 'm-1', parts: [{ text: 'Another' }] },
  });
  assert.equal((body.error as { code: number }).code, -32602);
  app.clock.turn(hours(25));
  await agent.exchange((await agent.poll()).status === 200 ? undefined : agent.assertion);
  assert.notEqual((await send()).id, first.id);
});

testPlaza('refused and held posts are reported in the task', async ({ app, plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const same = () => agent.send('The very same words, again and again', { metadata: { privacy: 'public' } });
  assert.equal((await same()).status.state, 'completed');
  const [state, why] = saying(await same());
  assert.equal(state, 'rejected');
  assert.match(why ?? '', /already posted/);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();
  assert.equal((await agent.call('tasks/list')).status, 401);
});

testPlaza('the member limits an agent’s actions', async ({ app, plaza, ada, bob }) => {
  const agent = await connectAgent(plaza, ada);
  await sendFriendRequest(app, bob, ada.id);
  const limit = (values: object) => app.db.updateTable('agents.registration').set(values).execute();
  await limit({ skills: ['comment'] });
  assert.equal((await agent.send('A post')).status.state, 'rejected');
  await limit({ skills: null, audience: 'friends' });
  assert.equal((await agent.send('For all', { metadata: { privacy: 'public' } })).status.state, 'rejected');
  assert.equal((await agent.send('For friends')).status.state, 'completed');
  await limit({ audience: null, daily_posts: 2 });
  assert.equal((await agent.send('The second')).status.state, 'completed');
  assert.equal((await agent.send('The third')).status.state, 'rejected');
  // The other API applies the same limits.
  const viaApi = await agent.api('POST', '/apis/php/posts/post', { text: 'Around', privacy: 'public' });
  assert.equal(viaApi.status, 403);
  app.clock.turn(days(1) + 1);
  assert.equal((await agent.send('Tomorrow')).status.state, 'completed');
});

testPlaza('invalid calls return the documented error, and publish nothing', async (world) => {
  const { plaza, ada } = world;
  const agent = await connectAgent(plaza, ada);
  const message = { role: 'user', parts: [{ text: 'Hello' }] };
  const bearer = { authorization: `Bearer ${agent.token}` };
  const errorOf = async (payload: object | string) => {
    const { status, body } = await agent.post('/a2a', payload, bearer);
    return [status, (body.error as { code: number } | undefined)?.code, body.id];
  };
  const rpc = (method: unknown, params: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
  for (const [payload, code, id] of [
    ['{"jsonrpc":', -32700, null],
    ['', -32700, null],
    ['"text"', -32600, null],
    [[rpc('tasks/list', {})], -32600, null],
    [rpc('tasks/list', {}, { a: 1 }), -32600, null],
    [{ id: 1, method: 'tasks/list' }, -32600, 1],
    [{ jsonrpc: '2.0' }, -32600, null],
    [rpc('no/such', {}), -32601, 1],
    [rpc('__proto__', {}), -32601, 1],
    [rpc('message/send', []), -32602, 1],
    [rpc('message/send', {}), -32602, 1],
    [rpc('message/send', { message: { ...message, role: 'agent' } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [] } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [{}] } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [{ kind: 'file', file: {} }] } }), -32005, 1],
    [rpc('message/send', { message, skillId: 'fly' }), -32602, 1],
    [rpc('message/send', { message, metadata: { privacy: 'me' } }), -32602, 1],
    [rpc('message/send', { message, skillId: 'comment' }), -32602, 1],
    [rpc('message/send', { message, metadata: { target: 'x' } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [{ text: ' ' }] } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [{ text: 'a\u0000b'.repeat(9000) }] } }), -32602, 1],
    [rpc('message/send', { message: { ...message, parts: [{ text: 'a\u0000b' }] } }), -32602, 1],
    [rpc('message/send', { message: { ...message, messageId: '\u0000' } }), -32602, 1],
    [rpc('message/send', { message, metadata: { target: '\ud800' } }), -32602, 1],
    [rpc('message/send', { message, metadata: { '\ud800': 'x' } }), -32600, null],
    [rpc('message/send', { message: { ...message, taskId: 'unknown' } }), -32001, 1],
    [rpc('message/stream', { message }), -32004, 1],
    [rpc('tasks/pushNotificationConfig/set', {}), -32003, 1],
    [rpc('GetExtendedAgentCard', {}), -32007, 1],
    [rpc('tasks/get', {}), -32602, 1],
    [rpc('tasks/get', { id: 'unknown' }), -32001, 1],
    [rpc('tasks/list', { pageSize: 0 }), -32602, 1],
    [rpc('tasks/list', { pageToken: 'x' }), -32602, 1],
    [rpc('tasks/list', { statusTimestampAfter: 'soon' }), -32602, 1],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, -32600, null],
  ] as const)
    assert.deepEqual(await errorOf(payload), [200, code, id], JSON.stringify(payload).slice(0, 200));
  assert.equal(await countPosts(world), 0);
  const large = rpc('message/send', { message: { ...message, parts: [{ text: 'x'.repeat(2 ** 20) }] } });
  assert.equal((await agent.post('/a2a', large, bearer)).status, 413);
  const version = await agent.call('GetTask', { id: 'x' }, { 'a2a-version': '9.9' });
  assert.equal((version.body.error as { code: number }).code, -32009);
});

testPlaza('authentication precedes validation', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const stranger = await agent.post('/a2a', '{"broken', {});
  assert.equal(stranger.status, 401);
  assert.match(
    String(stranger.headers['www-authenticate']),
    /^Bearer realm="api", resource_metadata="http:\/\/plaza\.test\/\.well-known\/oauth-protected-resource"$/,
  );
  const wrong = await agent.post('/a2a', {}, { authorization: 'Bearer agt_made-up' });
  assert.match(String(wrong.headers['www-authenticate']), /error="invalid_token"/);
  const browser = await agent.post('/a2a', {}, { authorization: `Bearer ${agent.token}`, cookie: 'xs=1' });
  assert.equal(browser.status, 403);
  const unclaimed = new TestAgent(plaza);
  await unclaimed.register();
  await unclaimed.exchange();
  const early = await unclaimed.call('message/send', { message: { role: 'user', parts: [{ text: 'x' }] } });
  assert.deepEqual([early.status, early.body.error], [403, 'insufficient_scope']);
  assert.match(String(early.headers['www-authenticate']), /error="insufficient_scope", scope="api"/);
  assert.deepEqual(((await unclaimed.call('tasks/list')).body.result as { tasks: [] }).tasks, []);
});

testPlaza('tasks are paginated in both versions', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const sent: string[] = [];
  for (const text of ['One thing', 'Another', 'A third']) sent.unshift((await agent.send(text)).id);
  const page = async (params: object) =>
    (await agent.call('ListTasks', params)).body.result as {
      tasks: { id: string; status: { state: string }; artifacts?: [] }[];
      nextPageToken: string;
      totalSize: number;
    };
  const first = await page({ pageSize: 2 });
  assert.deepEqual([first.tasks.map(({ id }) => id), first.totalSize], [sent.slice(0, 2), 3]);
  assert.deepEqual(
    [first.tasks[0]?.status.state, first.tasks[0]?.artifacts],
    ['TASK_STATE_COMPLETED', undefined],
  );
  const rest = await page({ pageSize: 2, pageToken: first.nextPageToken, includeArtifacts: true });
  assert.deepEqual([rest.tasks.map(({ id }) => id), rest.nextPageToken], [sent.slice(2), '']);
  assert.ok(rest.tasks[0]?.artifacts);
  const cancel = await agent.call('tasks/cancel', { id: sent[0] });
  assert.equal((cancel.body.error as { code: number }).code, -32002);
});

testPlaza('errors carry their reason as google.rpc.ErrorInfo', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const rows: [method: string, params: object, code: number, reason: string][] = [
    ['GetTask', { id: 'unknown' }, -32001, 'TASK_NOT_FOUND'],
    ['tasks/get', { id: 'unknown' }, -32001, 'TASK_NOT_FOUND'],
    ['SendStreamingMessage', {}, -32004, 'UNSUPPORTED_OPERATION'],
    ['GetExtendedAgentCard', {}, -32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
    ['CreateTaskPushNotificationConfig', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ['SendMessage', {}, -32602, 'INVALID_PARAMS'],
    ['Nothing', {}, -32601, 'METHOD_NOT_FOUND'],
  ];
  for (const [method, params, code, reason] of rows) {
    const { body } = await agent.call(method, params, { 'a2a-version': '1.0' });
    const error = body.error as { code: number; data: Record<string, unknown>[] };
    assert.equal(error.code, code, method);
    assert.deepEqual(error.data[0], {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason,
      domain: 'a2a-protocol.org',
      metadata: {},
    });
  }
});

testPlaza('a notification runs and gets no answer', async ({ plaza, ada, ...world }) => {
  const agent = await connectAgent(plaza, ada);
  const before = await countPosts({ plaza, ada, ...world });
  const headers = { authorization: `Bearer ${agent.token}` };
  const params = { message: { role: 'user', parts: [{ text: 'Heard' }] } };
  const sent = await agent.post('/a2a', { jsonrpc: '2.0', method: 'message/send', params }, headers);
  assert.deepEqual([sent.status, sent.body], [204, {}]);
  assert.equal(await countPosts({ plaza, ada, ...world }), before + 1);
  const failed = await agent.post(
    '/a2a',
    { jsonrpc: '2.0', method: 'tasks/get', params: { id: 'x' } },
    headers,
  );
  assert.deepEqual([failed.status, failed.body], [204, {}]);
  const unknown = await agent.post('/a2a', { jsonrpc: '2.0', method: 'nothing' }, headers);
  assert.deepEqual([unknown.status, unknown.body.id], [200, null]);
});

testPlaza('refuses what a page of another site can send unasked', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const request = { jsonrpc: '2.0', id: 1, method: 'tasks/list' };
  const headers = { authorization: `Bearer ${agent.token}` };
  for (const [type, status] of [
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=utf-8', 200],
    ['application/a2a+json', 200],
  ] as const)
    assert.equal(
      (await agent.post('/a2a', JSON.stringify(request), { ...headers, 'content-type': type })).status,
      status,
      type,
    );
});
