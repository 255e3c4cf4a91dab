import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { password } from '../world.ts';
import { registerAt } from './customer.ts';
import { follow } from './followers.ts';
import { createFolder, startProgram } from './program.ts';

for (const keepAlive of [true, false])
  test(`SIGTERM under load completes all requests on ${keepAlive ? 'reused' : 'new'} connections`, async (context) => {
    const program = await startProgram();
    context.after(() => program.remove());
    const ada = await registerAt(program.hop);
    const { body: link } = await ada.call<{ id: number }>('POST', `${program.hop}/api/url/add`, {
      url: 'https://example.org/',
      custom: 'known',
    });
    const followers = follow(`${program.hop}/known`, 8, { keepAlive });
    while ((followers.outcomes.get('302') ?? 0) <= 100) await sleep(20);

    const signIns = Array.from({ length: 6 }, () => beginSignIn(program.plaza, { keepAlive }));
    // Each request was received and waits for its body.
    const forms = await Promise.all(signIns.map(({ received }) => received));
    program.child.kill('SIGTERM');
    for (const send of forms) send();
    const [code] = (await once(program.child, 'exit')) as [number];
    await followers.stop();

    assert.equal(code, 0);
    assert.deepEqual(await Promise.all(signIns.map(({ status }) => status)), Array(6).fill(303));
    const { outcomes } = followers;
    context.diagnostic(JSON.stringify([...outcomes]));
    // Connections after the listener closed are refused, or reset while waiting to be accepted. Neither was a
    // request in progress.
    const known = ['302', 'ECONNREFUSED', 'ECONNRESET'];
    assert.deepEqual(
      [...outcomes.keys()].filter((outcome) => !known.includes(outcome)),
      [],
    );
    const again = await startProgram({}, program.folder);
    context.after(() => again.remove());
    const followed = outcomes.get('302') ?? 0;
    assert.ok(followed > 100);
    // A redirect that has started is counted. If as many were counted as answered, all were answered.
    assert.equal(await ada.countClicks(again.hop, link.id, followed), followed);
  });

test('SIGTERM during startup stops everything already started', async (context) => {
  const program = await startProgram({}, createFolder(), { ready: false });
  context.after(() => program.remove());
  const data = join(program.folder, 'postgres');
  const isRunning = () => existsSync(data) && readdirSync(data, { recursive: true }).some(isProcessFile);
  while (!isRunning()) await sleep(5);
  program.child.kill('SIGTERM');
  assert.deepEqual(await once(program.child, 'exit'), [0, null]);
  assert.equal(isRunning(), false, 'the database is stopped');
});

const isProcessFile = (path: string | Buffer) => String(path).endsWith('postmaster.pid');

interface SignIn {
  /** Resolves when the server reads the request, to a function that sends the body. */
  received: Promise<() => void>;
  status: Promise<number | undefined>;
}

/** Starts a sign-in whose body is sent when the server requests it (`Expect: 100-continue`). */
function beginSignIn(base: string, { keepAlive }: { keepAlive: boolean }): SignIn {
  const form = new URLSearchParams({ username_email: 'ada_customer', password }).toString();
  const asked = request(`${base}/signin`, {
    method: 'POST',
    agent: new Agent({ keepAlive }),
    headers: {
      expect: '100-continue',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': form.length,
    },
  });
  asked.flushHeaders();
  return {
    received: once(asked, 'continue').then(() => () => asked.end(form)),
    status: once(asked, 'response').then(([answer]: IncomingMessage[]) => answer?.resume().statusCode),
  };
}

test('after SIGTERM it is not ready for some seconds, but answers', async (context) => {
  const program = await startProgram({ SHUTDOWN_DELAY: '2' });
  context.after(() => program.remove());
  const statusOf = async (url: string) => {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.status;
  };
  program.child.kill('SIGTERM');
  while ((await statusOf(`${program.plaza}/readyz`)) !== 503) await sleep(20);
  assert.deepEqual(
    await Promise.all([
      statusOf(`${program.hop}/readyz`),
      statusOf(`${program.plaza}/healthz`),
      statusOf(`${program.plaza}/signin`),
    ]),
    [503, 200, 200],
  );
  const [code] = (await once(program.child, 'exit')) as [number];
  assert.equal(code, 0);
});
