import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { password } from '../world.ts';
import { registerAt } from './customer.ts';
import { follow } from './followers.ts';
import { startProgram } from './program.ts';

for (const keepAlive of [true, false])
  test(`SIGTERM under load cuts nobody off on ${keepAlive ? 'kept' : 'new'} connections`, async (context) => {
    const program = await startProgram();
    context.after(() => program.remove());
    const ada = await registerAt(program.hop);
    const { body: link } = await ada.call<{ id: number }>('POST', `${program.hop}/api/url/add`, {
      url: 'https://example.org/',
      custom: 'known',
    });
    const followers = follow(`${program.hop}/known`, 8, { keepAlive });
    while ((followers.outcomes.get('302') ?? 0) <= 100) await sleep(20);

    // Hashing a password takes long enough to be in the middle of it.
    const signIn = () =>
      fetch(`${program.plaza}/signin`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username_email: 'ada_customer', password }),
      });
    const signingIn = Array.from({ length: 6 }, signIn);
    await sleep(15);
    program.child.kill('SIGTERM');
    const [code] = (await once(program.child, 'exit')) as [number];
    await followers.stop();

    assert.equal(code, 0);
    const signedIn = await Promise.all(signingIn);
    assert.deepEqual([...new Set(signedIn.map(({ status }) => status))], [303]);
    const { outcomes } = followers;
    context.diagnostic(JSON.stringify([...outcomes]));
    // Whoever comes when nobody listens any more is refused, or reset while waiting to be let in: neither was cut off.
    const known = ['302', 'ECONNREFUSED', 'ECONNRESET'];
    assert.deepEqual(
      [...outcomes.keys()].filter((outcome) => !known.includes(outcome)),
      [],
    );
    const again = await startProgram({}, program.folder);
    context.after(() => again.remove());
    const followed = outcomes.get('302') ?? 0;
    assert.ok(followed > 100);
    // A redirect that was begun is counted, so that as many counted as answered says that each was answered.
    assert.equal(await ada.countClicks(again.hop, link.id, followed), followed);
  });
