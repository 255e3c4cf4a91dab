import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../database.ts';
import { CookieJar } from '../journeys/cookie-jar.ts';
import { startProgram } from './program.ts';

tidyUpAfterTests();

const password = 'correct horse battery';

/** Signs up a new account at one of the processes. */
async function register(base: string, name: string): Promise<CookieJar> {
  const jar = new CookieJar(base);
  const answer = await jar.post('/signup', {
    name: `${name} Test`,
    username: name,
    email: `${name}@example.org`,
    password,
  });
  assert.equal(answer.status, 303, await answer.text());
  return jar;
}

interface Sent {
  id?: string;
  event: string;
  data: string;
}

/** Yields the events of a stream. */
async function* eventsOf(answer: Response): AsyncGenerator<Sent, undefined> {
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: ?(.*)/, 2)),
      ) as Record<string, string>;
      text = text.slice(end + 2);
      if (fields.event !== undefined) yield fields as unknown as Sent;
    }
  }
}

test('one process sends events of the other, resumes cut streams, and ends them with the session', async (context) => {
  const database = await cloneDatabase();
  const { user, host, port } = await connectionTo(database);
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    SECRET_KEY: 'ab'.repeat(32),
  };
  const one = await startProgram(environment);
  const other = await startProgram(environment);
  context.after(async () => {
    await Promise.all([one.remove(), other.remove()]);
    await dropDatabase(database);
  });
  const ada = await register(one.plaza, 'ada');
  const bob = await register(other.plaza, 'bob');
  const carol = await register(other.plaza, 'carol');
  /** As pages do: with the cookie, at the other process. */
  const ask = async (jar: CookieJar) => {
    const answer = await jar.post(
      '/apis/php/user/connect',
      { do: 'friend-add', id: '1' },
      { 'x-requested-with': 'XMLHttpRequest' },
    );
    assert.equal(answer.status, 200, await answer.text());
  };
  const open = async (headers: Record<string, string> = {}) => {
    const answer = await ada.stream('/live', headers);
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
      [200, 'text/event-stream; charset=utf-8', 'no-store'],
    );
    return answer;
  };
  const until = async (events: AsyncGenerator<Sent, undefined>, requests: number) => {
    for (;;) {
      const { value } = await events.next();
      assert.ok(value, 'the stream has ended');
      if (
        value.event === 'counters' &&
        (JSON.parse(value.data) as { friendRequests: number }).friendRequests === requests
      )
        return value.id;
    }
  };

  const first = eventsOf(await open());
  await until(first, 0);
  await ask(bob);
  const last = await until(first, 1);
  // The stream is cut, and an event occurs in the meantime.
  await first.return(undefined);
  await ask(carol);
  const again = eventsOf(await open({ 'last-event-id': last ?? '' }));
  const missed = (await again.next()).value;
  assert.equal(missed?.event, 'notification', 'missed events come first');
  await until(again, 2);

  // Signed out at the other process, from any device.
  const stranger = await fetch(`${one.plaza}/live`, {
    headers: { accept: 'text/event-stream' },
    redirect: 'manual',
  });
  assert.equal(stranger.status, 303);
  const signedOut = await ada.post('/signout', {});
  assert.ok(signedOut.status < 400);
  for (;;) {
    const { value } = await again.next();
    assert.ok(value, 'the stream says why it ends');
    if (value.event === 'signed-out') break;
  }
  assert.equal((await again.next()).done, true);
});
