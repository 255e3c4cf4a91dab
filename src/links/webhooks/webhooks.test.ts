import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { type Receiver, startReceiver } from '../../../test/peers/receiver.ts';

async function withReceiver(work: (receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await startReceiver();
  try {
    await work(receiver);
  } finally {
    receiver.close();
  }
}

const add = async (hop: Hop, url: string) =>
  (await hop.api('POST', '/api/webhook/add', { url, events: ['link.created'] })).body as {
    id: number;
    secret: string;
  };

testHop('webhooks are created, listed, updated and deleted', async ({ asAda, asBob }) => {
  const { id, secret } = await add(asAda, 'http://127.0.0.1:9/hop');
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  const path = `/api/webhook/${id}`;
  const change = { events: ['qr.scanned', 'link.clicked', 'qr.scanned'], name: 'Shop', active: false };
  assert.equal((await asAda.api('PUT', `${path}/update`, change)).status, 200);
  const { body } = await asAda.api('GET', '/api/webhooks');
  const { webhooks } = body.data as { webhooks: object[] };
  assert.deepEqual(webhooks, [
    {
      id,
      name: 'Shop',
      url: 'http://127.0.0.1:9/hop',
      events: ['link.clicked', 'qr.scanned'],
      active: false,
      reason: '',
      failing: false,
      date: '2026-03-01 12:00:00',
    },
  ]);
  for (const [method, rest] of [
    ['PUT', 'update'],
    ['POST', 'rotate'],
    ['POST', 'ping'],
    ['GET', 'deliveries'],
    ['POST', 'replay/1'],
    ['DELETE', 'delete'],
  ] as const)
    assert.equal(
      (await asBob.api(method, `${path}/${rest}`, method === 'PUT' ? {} : undefined)).status,
      404,
      rest,
    );
  assert.equal((await asAda.api('DELETE', `${path}/delete`)).status, 200);
  assert.equal((await asAda.api('DELETE', `${path}/delete`)).status, 404);
});

testHop('a test is sent immediately, is logged, and can be resent', async ({ asAda }) => {
  await withReceiver(async (receiver) => {
    const { id } = await add(asAda, receiver.url);
    receiver.answers.push(418);
    const ping = async () => {
      const { milliseconds, ...rest } = (await asAda.api('POST', `/api/webhook/${id}/ping`)).body;
      assert.equal(typeof milliseconds, 'number');
      return rest;
    };
    assert.deepEqual(await ping(), { error: 0, delivered: false, status: 418, answer: 'said 418' });
    assert.deepEqual(await ping(), { error: 0, delivered: true, status: 200, answer: 'said 200' });
    const { body } = await asAda.api('GET', `/api/webhook/${id}/deliveries?limit=1&page=2`);
    const { deliveries, maxpage } = body.data as {
      deliveries: { id: number; state: string }[];
      maxpage: number;
    };
    assert.deepEqual([deliveries.length, maxpage, deliveries[0]?.state], [1, 2, 'failed']);
    const again = await asAda.api('POST', `/api/webhook/${id}/replay/${deliveries[0]?.id ?? 0}`);
    assert.equal(again.status, 200);
    assert.equal(typeof again.body.id, 'number');
  });
});

testHop('rejects invalid webhooks', async ({ asAda }) => {
  const events = ['link.created'];
  const rows: [object, RegExp][] = [
    [{ events }, /url is required/],
    [{ url: 'example.com', events }, /https/],
    [{ url: 'javascript:alert(1)', events }, /https/],
    [{ url: 'http://169.254.169.254/', events }, /public internet/],
    [{ url: 'http://127.0.0.1/', events: [] }, /at least one/],
    [{ url: 'http://127.0.0.1/', events: ['link.eaten'] }, /“link.eaten” is not an event/],
    [{ url: 'http://127.0.0.1/', events, name: 'x'.repeat(101) }, /100/],
  ];
  for (const [body, message] of rows) {
    const answer = await asAda.api('POST', '/api/webhook/add', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(String(answer.body.message), message);
  }
});
