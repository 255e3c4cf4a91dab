import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { endSession, startSession } from '../../identity/sessions/sessions.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { openBroadcast } from '../../platform/broadcast.ts';
import { connectionTo } from '../../../test/database.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { addLiveEvent, type LiveKind } from './event.ts';
import { deleteOldEvents } from './backlog.ts';
import { openLive, type Live } from './open-live.ts';

interface Received {
  id: number | undefined;
  name: string;
  data: unknown;
}

/** Returns the events of a stream one at a time, then undefined when it ends. */
function eventsOf(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<string>;
  let text = '';
  return async (): Promise<Received | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const next = await chunks.next();
        if (next.done) return undefined;
        text += next.value;
        continue;
      }
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const name = field('event');
      const id = field('id');
      if (name !== undefined)
        return { id: id === undefined ? undefined : Number(id), name, data: JSON.parse(field('data') ?? '') };
    }
  };
}

/** Echoes its data, except for a secret that is not sent. */
const said: LiveKind = {
  name: 'said',
  isState: false,
  read: (_app, _viewer, data) => (data === 'secret' ? undefined : data),
};

const say = (app: App, to: Viewer, text: string) => addLiveEvent(app, [to.id], 'said', text);

async function open(app: App, live: Live, viewer: Viewer, after?: number) {
  const token = await startSession(app, viewer.id, { createdVia: 'page', userAgent: '', address: '' });
  const { id: sessionId } = await app.db
    .selectFrom('identity.session')
    .where('account_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  const body = live.open({ viewer, sessionId, after });
  return { body, next: eventsOf(body), sessionId, token };
}

testWithDatabase('sends people only their own events, in order', async ({ app }) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const live = openLive(app, [said]);
  try {
    const [asAda, again, asBob] = [
      await open(app, live, ada, 0),
      await open(app, live, ada, 0),
      await open(app, live, bob, 0),
    ];
    await say(app, bob, 'to bob');
    await say(app, ada, 'secret');
    await say(app, ada, 'one');
    await assert.rejects(
      inTransaction(app, async (app) => {
        await say(app, ada, 'rolled back');
        throw new Error('no');
      }),
    );
    await say(app, ada, 'two');
    for (const { next } of [asAda, again]) {
      const [one, two] = [await next(), await next()];
      assert.deepEqual([one?.data, two?.data], ['one', 'two']);
      assert.ok(one?.id !== undefined && two?.id !== undefined && one.id < two.id);
    }
    assert.equal((await asBob.next())?.data, 'to bob');
  } finally {
    live.close();
  }
});

testWithDatabase('does not miss an event that commits late', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const live = openLive(app, [said]);
  try {
    const { next } = await open(app, live, ada, 0);
    const [written, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = inTransaction(app, async (app) => {
      await say(app, ada, 'written first');
      written.resolve(undefined);
      await mayCommit.promise;
    });
    await written.promise;
    await say(app, ada, 'committed first');
    assert.equal((await next())?.data, 'committed first');
    mayCommit.resolve(undefined);
    await slow;
    assert.equal((await next())?.data, 'written first');
  } finally {
    live.close();
  }
});

testWithDatabase(
  'a reconnecting client resumes at its position and receives each event once',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const live = openLive(app, [said]);
    try {
      const first = await open(app, live, ada, 0);
      await say(app, ada, 'one');
      const last = (await first.next())?.id;
      first.body.destroy();
      await say(app, ada, 'two');
      await say(app, ada, 'three');
      const second = await open(app, live, ada, last);
      assert.equal((await second.next())?.data, 'two');
      await say(app, ada, 'four');
      assert.deepEqual([(await second.next())?.data, (await second.next())?.data], ['three', 'four']);
    } finally {
      live.close();
    }
  },
);

testWithDatabase('tells a client to refresh if it missed too much or is ahead', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const live = openLive(app, [said]);
  try {
    await say(app, ada, 'long ago');
    app.clock.turn(minutes(20));
    await deleteOldEvents(app);
    assert.deepEqual(
      await app.db.selectFrom('social.live_event').select('id').execute(),
      [],
      'outdated events are deleted',
    );
    await say(app, ada, 'lately');
    for (const after of [0, 1_000_000]) {
      const { next } = await open(app, live, ada, after);
      assert.equal((await next())?.name, 'refresh');
    }
    const caughtUp = await open(app, live, ada, 1);
    assert.equal((await caughtUp.next())?.data, 'lately');
    for (let n = 0; n < 300; n += 1) await say(app, ada, `number ${n}`);
    assert.equal((await (await open(app, live, ada, 1)).next())?.name, 'refresh');
  } finally {
    live.close();
  }
});

testWithDatabase('sends a state when a stream opens, and once for several changes', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  let reads = 0;
  const count: LiveKind = { name: 'count', isState: true, read: () => (reads += 1) };
  const live = openLive(app, [count, said]);
  try {
    const { next } = await open(app, live, ada);
    assert.deepEqual(await next(), { id: 0, name: 'count', data: 1 });
    await inTransaction(app, async (app) => {
      for (let n = 0; n < 5; n += 1) await addLiveEvent(app, [ada.id], 'count');
      await say(app, ada, 'done');
    });
    assert.deepEqual(await next(), { id: 5, name: 'count', data: 2 });
    assert.deepEqual(await next(), { id: 6, name: 'said', data: 'done' });
  } finally {
    live.close();
  }
});

testWithDatabase(
  'delivers events to other processes and ends streams of ended sessions',
  async ({ app, database }) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    const broadcast = await openBroadcast(app.config, await connectionTo(rows[0]!.name), app.log);
    const [olga, ada] = [await addPerson(app, 'olga'), await addPerson(app, 'ada')];
    const live = openLive({ ...app, broadcast }, [said]);
    try {
      const [signingOut, staying] = [await open(app, live, ada, 0), await open(app, live, ada, 0)];
      await say(app, ada, 'elsewhere');
      for (const { next } of [signingOut, staying]) assert.equal((await next())?.data, 'elsewhere');
      await endSession(app, ada.id, signingOut.sessionId);
      assert.equal((await signingOut.next())?.name, 'signed-out');
      assert.equal(await signingOut.next(), undefined);
      await say(app, ada, 'still here');
      assert.equal((await staying.next())?.data, 'still here');
      await suspendAccount(app, olga, ada.id);
      assert.equal((await staying.next())?.name, 'signed-out');
      assert.equal(await staying.next(), undefined);
      assert.deepEqual(live.accounts(), []);
    } finally {
      live.close();
      await broadcast.close();
    }
  },
);

testWithDatabase('disconnects a client that does not read', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const long: LiveKind = { name: 'long', isState: false, read: () => 'x'.repeat(100_000) };
  const live = openLive(app, [long]);
  try {
    const { body } = await open(app, live, ada, 0);
    const cut = new Promise((resolve) => body.once('close', resolve));
    await inTransaction(app, async (app) => {
      for (let n = 0; n < 10; n += 1) await addLiveEvent(app, [ada.id], 'long');
    });
    await cut;
    assert.ok(body.readableLength < 500_000);
    assert.deepEqual(live.accounts(), []);
  } finally {
    live.close();
  }
});

testWithDatabase(
  'limits streams: an account’s oldest stream ends, and the process rejects streams above its limit',
  async ({ app }) => {
    const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
    const config = { ...app.config, LIVE_STREAMS_PER_ACCOUNT: 2, LIVE_STREAMS: 3 };
    const live = openLive({ ...app, config }, [said]);
    try {
      const oldest = await open(app, live, ada, 0);
      await open(app, live, ada, 0);
      await open(app, live, ada, 0);
      assert.equal((await oldest.next())?.name, 'replaced');
      assert.equal(await oldest.next(), undefined);
      const { next } = await open(app, live, bob, 0);
      await assert.rejects(open(app, live, bob, 0), { kind: 'unavailable' });
      live.close();
      assert.equal(await next(), undefined, 'all streams end when the service stops');
    } finally {
      live.close();
    }
  },
);

testWithDatabase('misses no event after a database outage', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const live = openLive(app, [said]);
  try {
    const { next } = await open(app, live, ada, 0);
    await say(app, ada, 'before');
    assert.equal((await next())?.data, 'before');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'plaza broadcast' and datname = current_database()`.execute(app.db);
    // An event sent while no listener was connected.
    await say(app, ada, 'meanwhile');
    assert.equal((await next())?.data, 'meanwhile');
  } finally {
    live.close();
  }
});
