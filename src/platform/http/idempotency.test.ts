import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { Problem } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { nobody } from './caller.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { Answer, linksFamily } from './families/links.ts';
import { purgeAnswers } from './idempotency.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';

/**
 * A server on which `ada` and `bob` call one operation that adds things. The header `x-who` names the caller.
 */
async function serve(
  app: App,
  work: (app: App, name: string) => Promise<{ id: number }>,
  prepare?: Endpoint['prepare'],
) {
  const people = { ada: await addPerson(app, 'ada'), bob: await addPerson(app, 'bob') };
  const family = linksFamily((_app, request) =>
    Promise.resolve({ ...nobody, viewer: people[String(request.headers['x-who']) as keyof typeof people] }),
  );
  const layout = () => Promise.reject(new Error('no pages here'));
  const server = await createServer(app, {
    site: {
      product: () => ({ key: 'hop' }),
      base: app.config.hopUrl,
      layout,
      identify: () => Promise.resolve(nobody),
    } as never,
    families: [{ prefix: '/api/', family }],
  });
  const add: Endpoint = endpoint({
    method: 'POST',
    path: '/api/thing/add',
    summary: 'Add a thing',
    tag: 'Things',
    access: 'member',
    body: Type.Object({ name: Type.String() }),
    returns: Answer({ id: Type.Integer() }),
    ...(prepare && { prepare }),
    handle: ({ app, body }) => work(app, body.name),
  });
  mount(server, app, family, [add, { ...add, path: '/api/thing/try' }]);
  const call = async (
    key: string | undefined,
    body: object = { name: 'one' },
    { who = 'ada', path = '/api/thing/add' } = {},
  ) => {
    const headers = { 'x-who': who, ...(key !== undefined && { 'idempotency-key': key }) };
    const answer = await server.inject({ method: 'POST', url: path, headers, payload: body });
    return {
      status: answer.statusCode,
      body: answer.json<{ id?: number; message?: string }>(),
      replayed: answer.headers['idempotent-replayed'] === 'true',
    };
  };
  return { call, server, people };
}

/** Adds a thing in the call's own transaction and counts how often. */
function counting() {
  let created = 0;
  return {
    made: () => created,
    work: async ({ db, clock }: App, name: string) => {
      created += 1;
      await db
        .insertInto('system.outbox_mail')
        .values({ sent_at: clock.now(), recipient: name, subject: '', body_text: '' })
        .execute();
      if (name === 'bad') throw new Problem('conflict', 'The name is taken');
      if (name === 'bug') throw new Error('a bug');
      return { id: created };
    },
  };
}

test('replays the response of a repeated call without doing the work again', async (app) => {
  const { work, made: created } = counting();
  const { call, server } = await serve(app, work);
  const first = await call('key-1');
  assert.deepEqual(first, { status: 200, body: { error: 0, id: 1 }, replayed: false });
  assert.deepEqual(await call('key-1'), { ...first, replayed: true });
  assert.equal(created(), 1);
  assert.deepEqual((await call('key-2')).body.id, 2);
  assert.deepEqual((await call(undefined)).body.id, 3);
  assert.deepEqual((await call(undefined)).body.id, 4);
  await server.close();
});

test('scopes a key to one account and one call', async (app) => {
  const { work, made: created } = counting();
  const { call, server } = await serve(app, work);
  await call('key-1');
  const other = await call('key-1', { name: 'two' });
  assert.deepEqual([other.status, other.replayed], [409, false]);
  assert.match(String(other.body.message), /another request/);
  assert.equal(created(), 1);
  assert.equal((await call('key-1', { name: 'two' }, { who: 'bob' })).body.id, 2);
  assert.equal(
    (await call('key-1', { name: 'one' }, { path: '/api/thing/try' })).body.id,
    3,
    'a call to another path runs',
  );
  await server.close();
});

test('stores no response of a rejected call, which changes nothing', async (app) => {
  const { work } = counting();
  const { call, server } = await serve(app, work);
  assert.equal((await call('key-1', { name: 'bad' })).status, 409);
  assert.equal((await call('key-2', { name: 'bug' })).status, 500);
  assert.equal((await call('key-3', {})).status, 400);
  const left = await app.db.selectFrom('system.outbox_mail').select('id').execute();
  assert.equal(left.length, 0);
  for (const key of ['key-1', 'key-2', 'key-3']) assert.equal((await call(key)).status, 200, key);
  await server.close();
});

test('stores a response for a day, encrypted', async (app) => {
  const { work, made: created } = counting();
  const { call, server } = await serve(app, work);
  await call('key-1');
  const { response } = await app.db
    .selectFrom('system.idempotency_key')
    .select('response')
    .executeTakeFirstOrThrow();
  assert.equal(response?.includes('error'), false);
  app.clock.turn(hours(24) - 1);
  await purgeAnswers.work(app, {});
  assert.equal((await call('key-1')).replayed, true);
  app.clock.turn(1);
  assert.equal((await call('key-1', { name: 'two' })).body.id, 2, 'an expired key can be used again');
  app.clock.turn(hours(24));
  await purgeAnswers.work(app, {});
  assert.equal((await app.db.selectFrom('system.idempotency_key').select('key').execute()).length, 0);
  assert.equal(created(), 2);
  await server.close();
});

test('rejects keys with spaces, and keys that are empty or too long', async (app) => {
  const { call, server } = await serve(app, counting().work);
  for (const key of ['', ' ', 'two words', 'x'.repeat(256)])
    assert.equal((await call(key)).status, 400, JSON.stringify(key));
  assert.equal((await call('x'.repeat(255))).status, 200);
  await server.close();
});

test('recognizes the same call by its bytes, however deeply nested', async (app) => {
  const { call, server } = await serve(app, counting().work);
  const nested = (levels: number) =>
    JSON.parse('{"name":"one","more":' + '['.repeat(levels) + ']'.repeat(levels) + '}') as object;
  assert.equal((await call('key-1', nested(63))).status, 200);
  assert.equal((await call('key-1', nested(63))).replayed, true);
  assert.equal((await call('key-1', nested(62))).status, 409);
  const headers = { 'x-who': 'ada', 'idempotency-key': 'key-2', 'content-type': 'application/json' };
  for (const levels of [64, 60_000]) {
    const payload = `{"name":"one","more":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const answer = await server.inject({ method: 'POST', url: '/api/thing/add', headers, payload });
    assert.equal(answer.statusCode, 400, String(levels));
    assert.match(answer.json<{ message: string }>().message, /nested deeper than 64 levels/);
  }
  const strings = { name: 'one', more: '[[{'.repeat(100) + '\\"' };
  assert.equal((await call('key-3', strings)).status, 200, 'brackets in strings do not count as nesting');
  await server.close();
});

testWithDatabase('runs an operation’s preparation before the transaction', async ({ app }) => {
  const seen: boolean[] = [];
  const { call, server } = await serve(
    app,
    ({ db }, name) => {
      seen.push(db.isTransaction);
      return Promise.resolve({ id: name.length });
    },
    ({ app: { db }, body }) => {
      seen.push(db.isTransaction);
      return Promise.resolve({ name: `${(body as { name: string }).name}!` });
    },
  );
  assert.equal((await call('key-1')).body.id, 4);
  assert.deepEqual(seen, [false, true]);
  await server.close();
});

testWithDatabase('limits an account to two connections', async ({ app }) => {
  const events = new EventEmitter();
  const working: string[] = [];
  const { call, server } = await serve(app, async (_app, name) => {
    if (name !== 'slow') return { id: 0 };
    working.push(name);
    events.emit('begun');
    await once(events, 'go on');
    return { id: working.length };
  });
  const slow = [1, 2, 3, 4].map((key) => call(`key-${key}`, { name: 'slow' }));
  const untilWorking = async (count: number) => {
    while (working.length < count) await once(events, 'begun');
  };
  await untilWorking(2);
  assert.equal((await call('key-1', { name: 'one' }, { who: 'bob' })).status, 200);
  assert.equal(working.length, 2);
  events.emit('go on');
  await untilWorking(4);
  events.emit('go on');
  assert.equal(
    (await Promise.all(slow)).every(({ status }) => status === 200),
    true,
  );
  await server.close();
});

testWithDatabase(
  'runs one of two concurrent calls and makes the other wait for its response',
  async ({ app }) => {
    const events = new EventEmitter();
    let created = 0;
    const { call, server } = await serve(app, async () => {
      created += 1;
      events.emit('begun');
      await once(events, 'go on');
      return { id: created };
    });
    const begun = once(events, 'begun');
    const first = call('key-1');
    await begun;
    const second = call('key-1');
    await untilOneWaits(app);
    events.emit('go on');
    const answers = await Promise.all([first, second]);
    assert.deepEqual(
      answers.map(({ body }) => body.id),
      [1, 1],
    );
    assert.deepEqual(
      answers.map(({ replayed }) => replayed),
      [false, true],
    );
    assert.equal(created, 1);
    await server.close();
  },
);

testWithDatabase('runs the second of two concurrent calls when the first is rejected', async ({ app }) => {
  const events = new EventEmitter();
  let created = 0;
  const { call, server } = await serve(app, async () => {
    created += 1;
    if (created > 1) return { id: created };
    events.emit('begun');
    await once(events, 'go on');
    throw new Problem('conflict', 'The name is taken');
  });
  const begun = once(events, 'begun');
  const first = call('key-1');
  await begun;
  const second = call('key-1');
  await untilOneWaits(app);
  events.emit('go on');
  assert.deepEqual(
    (await Promise.all([first, second])).map(({ status }) => status),
    [409, 200],
  );
  await server.close();
});

/** Waits until a call is blocked in the database by another one. */
async function untilOneWaits({ db }: App): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (rows.length > 0) return;
  }
}
