import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { addPage } from '../pages/editing.ts';
import { assignRole } from '../pages/team.ts';

const path = '/apis/php/monetization/monetization_plans';
const plan = {
  node_type: 'profile',
  title: 'Supporter',
  price: '4.50',
  period_num: '3',
  period: 'month',
  custom_description: 'Every recipe a week earlier',
};

type Fields = Record<string, string>;
type Person = World['ada'];

const opened = ({ plaza }: World) => {
  const ask = async (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', at = '', body?: object) => {
    const { status, body: answer } = await plaza.api(person, method, path + at, body);
    const { data, message } = answer as { data?: unknown; message: string };
    return { status, message, record: data as Fields, records: data as Fields[] };
  };
  const add = async (person: Person, body: object = plan) => (await ask(person, 'POST', '', body)).record;
  return { ask, add };
};

testPlaza('a plan can be read back, partially updated and deleted', async (world) => {
  const { ask, add } = opened(world);
  const { ada, bob } = world;
  const created = await ask(ada, 'POST', '', plan);
  assert.equal(created.status, 200, created.message);
  const { plan_id: id } = created.record;
  assert.deepEqual(created.record, {
    ...plan,
    plan_id: id,
    node_id: ada.id,
    trial_days: '0',
    plan_order: '1',
  });
  for (const value of Object.values(created.record)) assert.equal(typeof value, 'string');
  assert.deepEqual((await ask(bob, 'GET', `/${id}`)).record, created.record);
  const second = await add(ada, { ...plan, title: 'Patron', price: '20', node_id: ada.id });
  assert.deepEqual([second.price, second.plan_order], ['20', '2']);
  assert.deepEqual((await ask(ada, 'GET')).records, [created.record, second]);
  assert.deepEqual((await ask(bob, 'GET')).records, []);
  assert.deepEqual((await ask(bob, 'GET', `?node_type=profile&node_id=${ada.id}`)).records, [
    created.record,
    second,
  ]);

  const changed = await ask(ada, 'PUT', `/${id}`, { price: '5', period: 'year', period_num: '1' });
  assert.deepEqual(changed.record, { ...created.record, price: '5', period: 'year', period_num: '1' });
  assert.equal((await ask(ada, 'PUT', `/${id}`, { ...plan, node_id: ada.id })).record.price, '4.50');
  assert.equal((await ask(ada, 'DELETE', `/${id}`)).status, 200);
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal((await ask(ada, method, `/${id}`, method === 'PUT' ? {} : undefined)).status, 404);
  assert.deepEqual(
    (await ask(ada, 'GET')).records.map(({ plan_order: order }) => order),
    ['1'],
  );
});

testPlaza('plans are listed by the order that clients send', async (world) => {
  const { ask, add } = opened(world);
  const { ada } = world;
  await add(ada, { ...plan, title: 'Second', plan_order: '2', node_id: '0' });
  const { plan_id: id } = await add(ada, { ...plan, title: 'First', plan_order: 1 });
  const list = async () =>
    (await ask(ada, 'GET', '?node_id=0')).records.map(({ title, plan_order: order }) => [title, order]);
  assert.deepEqual(await list(), [
    ['First', '1'],
    ['Second', '2'],
  ]);
  await ask(ada, 'PUT', `/${id}`, { price: '5' });
  assert.equal((await list())[0]?.[0], 'First', 'an update without an order keeps it');
  await ask(ada, 'PUT', `/${id}`, { plan_order: '7' });
  assert.deepEqual((await list()).at(-1), ['First', '7']);
  const wrong = await ask(ada, 'PUT', `/${id}`, { plan_order: 'last' });
  assert.deepEqual([wrong.status, wrong.message], [400, 'Enter a whole number from 0 to 9999']);
});

testPlaza('members cannot change others’ plans or sell on their behalf', async (world) => {
  const { ask, add } = opened(world);
  const { ada, bob } = world;
  const { plan_id: id } = await add(ada);
  assert.equal((await ask(bob, 'PUT', `/${id}`, { price: '1' })).status, 403);
  assert.equal((await ask(bob, 'DELETE', `/${id}`)).status, 403);
  assert.equal((await ask(bob, 'POST', '', { ...plan, node_id: ada.id })).status, 403);
  const moved = await ask(ada, 'PUT', `/${id}`, { node_id: bob.id });
  assert.deepEqual([moved.status, moved.message], [400, 'The seller of a plan cannot be changed']);
  assert.equal((await ask(ada, 'GET', `/${id}`)).record.price, '4.50');
});

testPlaza('only managers of a page manage its plans', async (world) => {
  const { ask, add } = opened(world);
  const { ada, bob, app } = world;
  const named = { title: 'The Bakery', username: 'thebakery', about: '', website: '', category: '' };
  const pageId = await addPage(app, ada, named);
  const ofPage = { ...plan, node_type: 'page', node_id: pageId };
  assert.equal((await ask(bob, 'POST', '', ofPage)).status, 403);
  await assignRole(app, ada, pageId, { username: 'bob', role: 'editor' });
  assert.equal((await ask(bob, 'POST', '', ofPage)).status, 403);
  const created = await add(ada, ofPage);
  assert.deepEqual([created.node_type, created.node_id], ['page', pageId]);
  assert.equal((await ask(bob, 'GET', `?node_type=page&node_id=${pageId}`)).records.length, 1);
  assert.equal((await ask(ada, 'POST', '', { ...ofPage, node_id: '999999' })).status, 404);
});

testPlaza('reports invalid input at its field and stores nothing', async (world) => {
  const { ask } = opened(world);
  const { ada } = world;
  const wrong: [object, RegExp][] = [
    [{ price: '-1' }, /price/i],
    [{ price: '0' }, /price/i],
    [{ price: '0.00' }, /price/i],
    [{ price: '1.999' }, /price/i],
    [{ price: '1000000' }, /price/i],
    [{ price: 'free' }, /price/i],
    [{ price: '1e3' }, /price/i],
    [{ price: ' 1' }, /price/i],
    [{ price: ['1'] }, /price/i],
    [{ period_num: '0' }, /from 1 to/],
    [{ period_num: '61' }, /from 1 to 60/],
    [{ period_num: '1.5' }, /from 1 to/],
    [{ period: 'century' }, /period/],
    [{ title: '' }, /title/i],
    [{ title: '\u200b ' }, /title/i],
    [{ title: 'a'.repeat(101) }, /100 characters/],
    [{ custom_description: 'a'.repeat(2001) }, /2,000 characters/],
    [{ node_type: 'group', node_id: '1' }, /Groups are not supported/],
    [{ node_type: 'page' }, /ID of the page/],
    [{ node_id: 'me' }, /node_id/],
  ];
  for (const [change, message] of wrong) {
    const answer = await ask(ada, 'POST', '', { ...plan, ...change });
    assert.equal(answer.status, 400, JSON.stringify(change));
    assert.match(answer.message, message, JSON.stringify(change));
  }
  assert.equal((await ask(ada, 'POST', '', { ...plan, price: undefined })).status, 400);
  assert.deepEqual((await ask(ada, 'GET')).records, []);
});

testPlaza('hides plans of blocked and deleted people', async (world) => {
  const { ask, add } = opened(world);
  const { ada, bob, app } = world;
  const { plan_id: id } = await add(ada);
  const block = { blocker_id: ada.id, blocked_id: bob.id, created_at: app.clock.now() };
  await app.db.insertInto('social.block').values(block).execute();
  assert.equal((await ask(bob, 'GET', `/${id}`)).status, 404);
  assert.deepEqual((await ask(bob, 'GET', `?node_id=${ada.id}`)).records, []);
});

testPlaza('limits a seller to 20 plans', async (world) => {
  const { ask, add } = opened(world);
  for (let count = 0; count < 20; count += 1) await add(world.ada);
  assert.equal((await ask(world.ada, 'POST', '', plan)).status, 409);
});

/** The flags apps check before offering to add a plan. */
const flagsOf = async ({ plaza }: World, person: Person) => {
  const { body } = await plaza.api(person, 'GET', '/apis/php/app/settings');
  const { system, user } = body.data as Record<'system' | 'user', Record<string, unknown>>;
  return [system.monetization_enabled, user.can_monetize_content];
};

testPlaza('settings control who may offer plans', async (world) => {
  assert.deepEqual(await flagsOf(world, world.bob), ['1', true]);
});

testPlaza(
  'settings report that no one may sell',
  async (world) => {
    assert.deepEqual(await flagsOf(world, world.ada), ['0', false]);
    assert.equal((await opened(world).ask(world.ada, 'POST', '', plan)).status, 403);
  },
  { MONETIZATION: 'nobody' },
);

testPlaza(
  'rejects sellers other than operators if only operators may sell',
  async (world) => {
    const { ask } = opened(world);
    const answer = await ask(world.bob, 'POST', '', plan);
    assert.equal(answer.status, 403);
    assert.match(answer.message, /can_monetize_content/);
    assert.deepEqual(await flagsOf(world, world.bob), ['1', false]);
    assert.deepEqual(await flagsOf(world, world.olga), ['1', true]);
    assert.equal((await ask(world.olga, 'POST', '', plan)).status, 200);
  },
  { MONETIZATION: 'operators' },
);
