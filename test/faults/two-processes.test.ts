import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../database.ts';
import { followShort } from '../journeys/hop-journey.ts';
import { registerAt } from './customer.ts';
import { startProgram } from './program.ts';
import { eventually } from '../peers/eventually.ts';

tidyUpAfterTests();

test('a change in one process is served by the other', async (context) => {
  const database = await cloneDatabase();
  const { user, host, port } = await connectionTo(database);
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    SECRET_KEY: 'ab'.repeat(32),
    HOP_URL: 'http://hop.example',
  };
  const one = await startProgram(environment);
  const other = await startProgram(environment);
  context.after(async () => {
    await Promise.all([one.remove(), other.remove()]);
    await dropDatabase(database);
  });
  const ada = await registerAt(one.hop);
  const at = (path: string) => `${one.hop}${path}`;

  /** Waits until the other process no longer serves its cached response. */
  async function turnsTo(status: number, to: string | null): Promise<void> {
    const answer = await eventually(
      () => followShort(`${other.hop}/ours`),
      (answer) => answer.status === status && answer.to === to,
    );
    assert.deepEqual(answer, { status, to });
  }

  await turnsTo(404, null);
  const { body } = await ada.call<{ id: number }>('POST', at('/api/url/add'), {
    url: 'https://example.org/one',
    custom: 'ours',
  });
  await turnsTo(302, 'https://example.org/one');
  await ada.call('PUT', at(`/api/url/${body.id}/update`), { url: 'https://example.org/two' });
  await turnsTo(302, 'https://example.org/two');
  await ada.call('DELETE', at(`/api/url/${body.id}/delete`));
  await turnsTo(410, null);
});
