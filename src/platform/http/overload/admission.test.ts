import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type Services, startServices } from '../../../../test/services.ts';
import { createConcurrencyLimit } from './admission.ts';

let services: Services;
before(async () => {
  services = await startServices({
    RATE_LIMITS: 'false',
    PAGE_CACHE_MIB: '0',
    CONCURRENT_READS: '1',
    CONCURRENT_WRITES: '1',
    REQUEST_QUEUE_LIMIT: '0',
    DATABASE_POOL: '4',
  });
});
after(() => services.stop());

const ask = async (url: string, options: RequestInit = {}) => {
  const answer = await fetch(url, { redirect: 'manual', ...options });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** Runs `work` while one request is blocked by a lock on the table. Returns that request's response. */
async function whileOneWaits(table: string, url: string, options: RequestInit, work: () => Promise<void>) {
  const { app } = services;
  let waiting: ReturnType<typeof ask> | undefined;
  await app.db.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    waiting = ask(url, options);
    const isWaiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        -- Jobs have connections of their own.
        and application_name = 'plaza'`;
    // Outside a transaction, in which the list of connections would not change.
    while ((await isWaiting.execute(app.db)).rows[0]?.n === 0) await Promise.resolve();
    await work();
  });
  return waiting;
}

test('rejects requests beyond capacity immediately, in the format of their API', async () => {
  const { plaza, hop } = services;
  const inside = await whileOneWaits('social.post', `${plaza}/posts/1`, {}, async () => {
    const page = await ask(`${plaza}/posts/1`);
    assert.deepEqual(
      [page.status, page.headers.get('retry-after'), page.headers.get('cache-control')],
      [503, '2', 'no-store'],
    );
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.match(page.text, /Try again/);
    const api = await ask(`${plaza}/apis/php/ping`);
    assert.deepEqual([api.status, api.headers.get('retry-after')], [503, '2']);
    const body = JSON.parse(api.text) as { status: string; message: string };
    assert.equal(body.status, 'error');
    assert.match(body.message, /Try again/);

    for (const path of ['/healthz', '/assets/no-such-thing', '/openapi.json'])
      assert.notEqual((await ask(`${plaza}${path}`)).status, 503);
    assert.equal((await ask(`${hop}/no-such-link`)).status, 404);
    assert.equal((await ask(`${hop}/`)).status, 200);
    assert.match(
      (await ask(`${plaza}/metrics`)).text,
      /requests_refused_total\{service="plaza",kind="read"\} 2/,
    );
  });
  assert.equal(inside?.status, 404);
  assert.equal((await ask(`${plaza}/posts/1`)).status, 404);
});

test('gives writes their own slots, and none to a body in transit', async () => {
  const { plaza } = services;
  const form = (): RequestInit => ({
    method: 'POST',
    headers: { origin: plaza },
    body: new URLSearchParams({ username_email: 'nobody', password: 'nothing at all' }),
  });
  const slow = connect(Number(new URL(plaza).port), '127.0.0.1');
  slow.write(
    `POST /signin HTTP/1.1\r\nHost: x\r\nOrigin: ${plaza}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nuser`,
  );
  assert.notEqual((await ask(`${plaza}/signin`, form())).status, 503);

  const inside = await whileOneWaits('identity.account', `${plaza}/signin`, form(), async () => {
    assert.equal((await ask(`${plaza}/signin`, form())).status, 503);
    assert.notEqual((await ask(`${plaza}/signin`)).status, 503);
    // Before the caller is identified, which would wait as well.
    const post = { method: 'POST', headers: { 'x-auth-token': 'none' }, body: '{}' };
    assert.equal((await ask(`${plaza}/apis/php/posts/post`, post)).status, 503);
  });
  assert.notEqual(inside?.status, 503);
  slow.destroy();
});

/** Requests a slot by name. `log` records the outcomes. */
function visit(limit: ReturnType<typeof createConcurrencyLimit>) {
  const log: string[] = [];
  const leaving = new Map<string, () => void>();
  const enter = (name: string) =>
    limit.pass(
      (leave) => {
        log.push(`${name} in`);
        leaving.set(name, leave);
      },
      () => log.push(`${name} refused`),
    );
  return { log, enter, leave: (name: string) => leaving.get(name)?.() };
}

test('runs a limited number at once and the others in order', () => {
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 2, waiting: 2, maxWait: 60_000 }));
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name);
  assert.deepEqual(log, ['a in', 'b in', 'e refused']);
  leave('a');
  leave('a');
  leave('b');
  assert.deepEqual(log.slice(3), ['c in', 'd in']);
  leave('c');
  enter('f');
  assert.equal(log.at(-1), 'f in');
});

test('requests that yield take no slot of the last half, and never wait', () => {
  const limit = createConcurrencyLimit({ atOnce: 4, waiting: 2, maxWait: 60_000 });
  const { log, enter } = visit(limit);
  const yielding = (name: string) =>
    limit.pass(
      () => log.push(`${name} in`),
      () => log.push(`${name} refused`),
      true,
    );
  for (const name of ['a', 'b', 'c']) yielding(name);
  for (const name of ['d', 'e', 'f']) enter(name);
  yielding('g');
  assert.deepEqual(log, ['a in', 'b in', 'c refused', 'd in', 'e in', 'g refused']);
});

test('serves the newest request first in a long queue', () => {
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 1, waiting: 10, maxWait: 60_000 }));
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) enter(name);
  for (const name of ['a', 'g', 'f', 'b', 'c']) leave(name);
  assert.deepEqual(log, ['a in', 'g in', 'f in', 'b in', 'c in', 'd in']);
});

test('rejects a request that waits too long and never runs it later', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 1, waiting: 5, maxWait: 500 }));
  enter('a');
  enter('b');
  context.mock.timers.tick(400);
  enter('c');
  context.mock.timers.tick(100);
  assert.deepEqual(log, ['a in', 'b refused']);
  leave('a');
  leave('c');
  enter('d');
  assert.deepEqual(log.slice(2), ['c in', 'd in']);
});
