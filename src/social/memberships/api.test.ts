import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { provider, transfer, wallet } from '../wallet/ledger.ts';
import { toMoney } from '../wallet/money.ts';

const base = '/apis/php/monetization';
type Fields = Record<string, string>;

async function opened({ app, plaza, ada, bob }: World) {
  await transfer(
    app,
    [{ from: provider('operator'), to: wallet(bob.id), amount: toMoney('20'), kind: 'credit' }],
    {
      key: 'credit',
      cause: { subject: 'credit' },
    },
  );
  const ask = async (person: World['ada'], method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const { status, body: answer } = await plaza.api(
      person,
      method,
      path.startsWith('/') ? path : `${base}/${path}`,
      body,
    );
    return { status, message: answer.message, data: answer.data as Fields, list: answer.data as Fields[] };
  };
  const { data } = await ask(ada, 'POST', 'monetization_plans', {
    title: 'Supporter',
    price: '4.50',
    period: 'month',
    period_num: '1',
    trial_days: '0',
  });
  return { ask, planId: data.plan_id ?? '' };
}

testPlaza('a program can subscribe, read, cancel and be refunded', async (world) => {
  const { ada, bob, carol } = world;
  const { ask, planId } = await opened(world);
  const post = await ask(ada, 'POST', '/apis/php/posts/post', {
    text: 'The recipe',
    privacy: 'public',
    plan_id: planId,
    post_price: '2',
  });
  const id = post.data.id ?? '';
  const created = await ask(bob, 'POST', 'subscribe', { plan_id: planId, price: '4.50' });
  assert.equal(created.status, 200, created.message);
  assert.deepEqual(
    [created.data.status, created.data.node_id, created.data.user_name, created.data.price],
    ['active', ada.id, 'bob', '4.50'],
  );
  assert.equal((await ask(bob, 'GET', `/apis/php/posts/post/${id}`)).data.text, 'The recipe');
  assert.equal((await ask(ada, 'GET', 'subscribers')).list.length, 1);
  assert.equal((await ask(ada, 'GET', 'subscribers?query=carol')).list.length, 0);
  assert.equal((await ask(bob, 'GET', `subscribers?node_id=${ada.id}`)).status, 403);
  const membership = { id: created.data.id };
  assert.equal(
    (await ask(bob, 'POST', 'subscription', { ...membership, do: 'cancel' })).data.status,
    'canceled',
  );
  assert.equal(
    (await ask(bob, 'POST', 'subscription', { ...membership, do: 'resume' })).data.status,
    'active',
  );
  const [sale] = (await ask(ada, 'GET', 'sales')).list;
  assert.deepEqual([sale?.amount, sale?.commission, sale?.user_name], ['4.5', '0.225', 'bob']);
  assert.equal((await ask(carol, 'POST', 'refund', { sale_id: sale?.sale_id })).status, 404);
  assert.equal((await ask(ada, 'POST', 'refund', { sale_id: sale?.sale_id })).status, 200);
  assert.equal((await ask(bob, 'GET', 'subscriptions')).list[0]?.status, 'ended');
  assert.equal((await ask(bob, 'GET', `/apis/php/posts/post/${id}`)).data.text, '');
  assert.equal((await ask(bob, 'POST', 'unlock', { post_id: id, price: '2.00' })).status, 200);
  assert.equal((await ask(bob, 'GET', `/apis/php/posts/post/${id}`)).data.text, 'The recipe');
  const tip = { node_type: 'post', node_id: id, amount: '1', message: 'Good' };
  assert.equal((await ask(bob, 'POST', 'tip', tip)).status, 200);
});

testPlaza('rejects invalid purchases without moving money', async (world) => {
  const { app, ada, bob, carol } = world;
  const { ask, planId } = await opened(world);
  const cases: [World['ada'], string, object, number][] = [
    [carol, 'subscribe', { plan_id: planId }, 402],
    [ada, 'subscribe', { plan_id: planId }, 409],
    [bob, 'subscribe', { plan_id: '999999' }, 404],
    [bob, 'subscribe', { plan_id: 'x' }, 400],
    [bob, 'subscribe', {}, 400],
    [bob, 'subscribe', { plan_id: planId, price: '4' }, 409],
    [bob, 'subscribe', { plan_id: planId, price: 'NaN' }, 409],
    [bob, 'subscription', { id: '1', do: 'cancel' }, 404],
    [bob, 'subscription', { id: '1', do: 'steal' }, 400],
    [bob, 'subscription', { id: '1', do: 'change' }, 400],
    [bob, 'unlock', { post_id: '999999' }, 404],
    [bob, 'tip', { node_type: 'profile', node_id: bob.id, amount: '5' }, 409],
    [bob, 'tip', { node_type: 'profile', node_id: '999999', amount: '5' }, 409],
    [bob, 'tip', { node_type: 'profile', node_id: ada.id, amount: '-5' }, 400],
    [bob, 'tip', { node_type: 'profile', node_id: ada.id, amount: '5.001' }, 400],
    [bob, 'tip', { node_type: 'group', node_id: '1', amount: '5' }, 400],
    [bob, 'refund', { sale_id: '999999' }, 404],
  ];
  for (const [person, path, body, status] of cases) {
    const answer = await ask(person, 'POST', path, body);
    assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}: ${answer.message}`);
    assert.notEqual(answer.message, '');
  }
  assert.equal((await app.db.selectFrom('social.sale').select('id').execute()).length, 0);
  for (const trial_days of ['-1', '91', '1.5', 'x']) {
    const answer = await ask(ada, 'PUT', `monetization_plans/${planId}`, { trial_days });
    assert.deepEqual([answer.status, answer.message.includes('from 0 to 90')], [400, true]);
  }
});
