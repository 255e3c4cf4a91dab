import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { test, testWithDatabase } from '../../../test/app.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { countingStatements } from '../../../test/pathological/statements.ts';
import { createWorld } from '../../../test/world.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { addBio, deleteBio, restoreBio } from './bios.ts';
import { findBlock, listBlocks } from './block.ts';
import { addBlock, updateBlock } from './blocks.ts';

/** Waits until `count` statements of this database are waiting for a lock. */
async function untilWaiting({ db }: App, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await sleep(10);
  }
}

testWithDatabase('concurrent updates of a block do not lose its picture', async ({ app }) => {
  const { ada } = await createWorld(app);
  const bio = await addBio(app, ada, { title: 'Ada' });
  const fields = { title: 'Notes', url: 'https://example.org/' };
  const id = await addBlock(app, ada, bio.id, 'link', { fields, files: [] });
  const body = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

  const changes: Promise<void>[] = [];
  await inTransaction(app, async (locking) => {
    await lockRow(locking, 'links.link', bio.id);
    const files = [{ field: 'picture', body }];
    changes.push(updateBlock(app, ada, bio.id, id, { fields, files }));
    await untilWaiting(app, 1);
    // This update has read the block without the picture and is next in line.
    changes.push(updateBlock(app, ada, bio.id, id, { fields: { ...fields, title: 'Renamed' }, files: [] }));
    await untilWaiting(app, 2);
  });
  const [drawn, renamed] = changes as [Promise<void>, Promise<void>];
  await Promise.all([drawn, assert.rejects(renamed, { kind: 'conflict' })]);
  const content = (await findBlock(app, bio.id, id))?.content as { picture: string | null };
  assert.ok(content.picture, 'the picture is lost');
});

test('the links of a text are checked like the link of a block', async (app) => {
  const { ada } = await createWorld(app);
  const bio = await addBio(app, ada, { title: 'Ada' });
  const add = (text: string) => addBlock(app, ada, bio.id, 'text', { fields: { text }, files: [] });
  await add('My site: https://example.org/a。See [this](https://example.org/b)');
  for (const text of ['see https://paypal-login.example/', '**[me](https://paypal-login.example/)**'])
    await assert.rejects(add(text), { kind: 'invalid', message: /deceptive/ }, text);
});

test('hundreds of links in texts are checked with one statement', async (app) => {
  const { ada } = await createWorld(app);
  const { id } = await addBio(app, ada, { title: 'Ada' });
  const counting = countingStatements(app);
  for (const block of ['a', 'b']) {
    const text = Array.from({ length: 150 }, (_, n) => `https://${block}${n}.example/`).join(' ');
    await addBlock(counting.app, ada, id, 'text', { fields: { text }, files: [] });
  }
  assert.ok(counting.count() < 40, `${counting.count()} statements to add them`);
  await deleteBio(app, ada, id);
  const before = counting.count();
  await restoreBio(counting.app, ada, id);
  const count = counting.count() - before;
  assert.ok(count < 30, `${count} statements to restore them`);
});

testHop('a page starts empty or from a template', async ({ app, asAda }) => {
  assert.match(
    (await asAda.page('/dashboard/bio')).text,
    /name="template" value="business"|value="business"/,
  );
  for (const [template, kinds] of [
    ['', []],
    ['blank', []],
    ['creator', ['text', 'heading', 'text', 'form']],
    ['business', ['text', 'heading', 'text', 'divider', 'form']],
    ['event', ['heading', 'text', 'heading', 'text', 'divider', 'form']],
  ] as const) {
    const { location, text } = await asAda.form('/dashboard/bio', { title: 'Ada', template });
    const id = /\/bio\/(\d+)/.exec(String(location))?.[1] ?? text.slice(0, 200);
    assert.deepEqual(
      (await listBlocks(app, id)).map(({ kind }) => kind),
      kinds,
      template,
    );
    for (const path of ['', '/preview', '/design'])
      assert.equal((await asAda.page(`/dashboard/bio/${id}${path}`)).status, 200, template + path);
  }
  const wrong = await asAda.form('/dashboard/bio', { title: 'Ada', template: 'constructor' });
  assert.equal(wrong.status, 422);
});
