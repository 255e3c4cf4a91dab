import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerAt } from './customer.ts';
import { follow } from './followers.ts';
import { startProgram } from './program.ts';

test('after kill -9 of PostgreSQL, known links still redirect, APIs return that they are unavailable, and all recover', async (context) => {
  const program = await startProgram();
  context.after(() => program.remove());
  const ada = await registerAt(program.hop);
  const { body: link } = await ada.call<{ id: number }>('POST', `${program.hop}/api/url/add`, {
    url: 'https://example.org/',
    custom: 'known',
  });
  const followers = follow(`${program.hop}/known`, 8, { keepAlive: true });
  await sleep(300);

  const postmaster = Number(
    readFileSync(`${program.folder}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0],
  );
  process.kill(postmaster, 'SIGKILL');
  let refused = 0;
  for (let recovered = false; !recovered;) {
    const { status, headers, body } = await ada.call<{ error: number }>('GET', `${program.hop}/api/account`);
    recovered = status === 200 && refused > 0;
    if (status === 200) continue;
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.equal(body.error, 1);
    refused += 1;
  }
  context.diagnostic(`${refused} calls were rejected as unavailable`);

  await sleep(300);
  await followers.stop();
  assert.deepEqual([...followers.outcomes.keys()], ['302']);
  const followed = followers.outcomes.get('302') ?? 0;
  assert.ok(followed > 100);
  assert.equal(await ada.countClicks(program.hop, link.id, followed), followed);
});
