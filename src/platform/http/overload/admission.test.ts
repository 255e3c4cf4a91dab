import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startServices } from '../../../../test/services.ts';
import type { Services } from '../../../../test/services.ts';

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
  });
  assert.notEqual(inside?.status, 503);
  slow.destroy();
});
