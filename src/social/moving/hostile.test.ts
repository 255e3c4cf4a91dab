import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { test } from 'node:test';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { countsOf, importAll, uploadArchive } from '../../../test/moving/imports.ts';
import { phpbbDump, phpbbTables } from '../../../test/moving/phpbb-dump.ts';
import { costOf, timesReference } from '../../../test/pathological/cost.ts';
import { addressOf, archiveOf, create, zip } from '../../../test/peers/mastodon-archive.ts';
import type { Viewer } from '../../platform/app.ts';
import { blogToMarkdown } from './blogs/markdown.ts';
import { bbcodeToMarkdown } from './community/bbcode.ts';
import { getImport, listArchiveEntries } from './import.ts';
import { runImport } from './run-import.ts';

testPlaza('posts have a date that the database has, whatever the archive says', async (world) => {
  const { app, olga } = world;
  const dates = ['-271821-04-20T00:00:00Z', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '9999'];
  const items = dates.map((published, id) => create({ id: id + 1, content: `<p>Loaf ${id}</p>`, published }));
  const done = await importAll(world, await uploadArchive(world, zip(archiveOf(items)), { name: 'a.zip' }));
  assert.ok(countsOf(done).includes(`post done ${dates.length}`), String(countsOf(done)));
  const posts = await app.db
    .selectFrom('social.post')
    .where('author_id', '=', olga.id)
    .select('created_at')
    .execute();
  const now = app.clock.now();
  assert.ok(posts.every(({ created_at: at }) => at.getUTCFullYear() > 0 && at <= now));
});

testPlaza('a like of the far future keeps no other out', async (world) => {
  const tables = phpbbTables();
  const [thanks] = tables.thanks ?? [];
  assert.ok(thanks);
  const far = [8e12, -8e12, 1e13].map((time) => ({ ...thanks, thanks_time: time }));
  const dump = Buffer.from(phpbbDump({ ...tables, thanks: [...far, thanks] }));
  const done = await importAll(world, await uploadArchive(world, dump, { name: 'backup.sql' }));
  assert.equal(done.state, 'finished');
  assert.ok(countsOf(done).includes('like done 1'), String(countsOf(done)));
});

testPlaza('a bookmark leads to no post of somebody who claims its address', async (world) => {
  const { app, ada, bob, plaza } = world;
  const importAs = async (by: Viewer, files: Record<string, Uint8Array>) => {
    const { id } = await uploadArchive(world, zip(files), { name: 'a.zip', by });
    assert.equal((await plaza.api(by, 'POST', '/apis/php/imports/start', { id })).status, 200);
    await runImport(app, { id });
    return countsOf(await getImport(app, by, id));
  };
  const claimed = create({ id: 1, content: '<p>Buy my loaf</p>' });
  const bookmarks = { 'bookmarks.json': JSON.stringify({ orderedItems: [addressOf(1)] }) };
  assert.deepEqual(await importAs(bob, archiveOf([claimed])), ['favorite skipped 1', 'post done 1']);
  assert.deepEqual(await importAs(ada, archiveOf([], bookmarks)), [
    'bookmark failed 1',
    'favorite skipped 1',
  ]);
  // One's own address can be claimed: it is saved by nobody else.
  assert.deepEqual(await importAs(bob, archiveOf([], bookmarks)), ['bookmark done 1', 'favorite skipped 1']);
});

testPlaza('communities are imported one after the other, whoever imports them', async (world) => {
  const { app, plaza, olga, ada } = world;
  const { role } = await app.db
    .selectFrom('identity.account')
    .where('id', '=', olga.id)
    .select('role')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('identity.account').set({ role }).where('id', '=', ada.id).execute();
  for (const by of [olga, ada]) {
    const { id } = await uploadArchive(world, Buffer.from(phpbbDump(phpbbTables())), { name: 'b.sql', by });
    assert.equal((await plaza.api(by, 'POST', '/apis/php/imports/start', { id })).status, 200);
  }
  const { rows } = await sql`select queue_name from graphile_worker.jobs
    where task_identifier = 'social.run-import'`.execute(app.db);
  assert.deepEqual(rows, [
    { queue_name: 'social.import:community' },
    { queue_name: 'social.import:community' },
  ]);
});

testPlaza('addresses of any length are read', async (world) => {
  const long = () => randomBytes(50_000).toString('hex');
  const base = `https://${'a'.repeat(60)}.example/${'b'.repeat(2000)}`;
  const item = (id: string) => `<item><title>Loaf</title><link>${base}/${long()}</link>
    <content:encoded><![CDATA[<p>Loaf</p>]]></content:encoded><wp:post_id>${id}</wp:post_id>
    <wp:post_date_gmt>2021-01-01 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status>
    <wp:post_type>post</wp:post_type></item>`;
  const blog = `<rss><channel><title>Bread</title><wp:wxr_version>1.2</wp:wxr_version>
    <wp:base_blog_url>${base}</wp:base_blog_url>${item(long())}${item('12')}</channel></rss>`;
  const found = await uploadArchive(world, Buffer.from(blog), { name: 'bread.xml', by: world.ada });
  assert.equal(found.state, 'ready', found.problem);
  assert.ok(found.from.length <= 300);
});

test('BBCode that begins and never ends costs no more than other text', () => {
  for (const name of ['code', 'img', 'attachment']) {
    const { isTooMuch } = costOf(
      (text) => bbcodeToMarkdown(text, () => undefined),
      (length) => `[${name}]`.repeat(length / 6).slice(0, length),
      { longest: 200_000, lengths: [10_000, 100_000, 200_000] },
    );
    assert.equal(isTooMuch, false, name);
  }
  const { text } = bbcodeToMarkdown('İİ[CODE]a_b[/Code] [code]x', () => undefined);
  assert.equal(text, 'İİ\n\n```\na_b\n```\n\n \\[code\\]x');
});

testPlaza('a post whose tags are not closed comes with its text', async (world) => {
  const { app, olga } = world;
  const contents = ['<b><i>'.repeat(16_000), '<span><u>'.repeat(12_000)];
  const items = contents.map((tags, id) => create({ id: id + 1, content: `<p>${tags}A loaf</p>` }));
  const done = await importAll(world, await uploadArchive(world, zip(archiveOf(items)), { name: 'a.zip' }));
  const failed = await listArchiveEntries(app, olga, done.id, { states: ['failed'] });
  const reasons = failed.map(({ reason }) => reason);
  assert.deepEqual(countsOf(done), ['favorite skipped 1', 'post done 2'], reasons.join());
  const posts = await app.db
    .selectFrom('social.post')
    .where('author_id', '=', olga.id)
    .select('text')
    .execute();
  assert.ok(posts.every(({ text }) => text.endsWith('A loaf')));
});

test('formatting that is not closed costs an article no more than other text', async () => {
  const blocks: ((index: number) => string)[] = [
    (index) => `<p><b title=${index}>loaf</p>`,
    (index) => `<b class=${index}><p>loaf`,
    (index) => `<p><font size=${index}><div>loaf</div>`,
    (index) => `<a href=/${index}><p>loaf</p>`,
    (index) => `<i id=${index}><table><td>loaf</table>`,
  ];
  const markup = (block: (index: number) => string, length: number) =>
    Array.from({ length: length / 20 }, (_, index) => block(index)).join('');
  for (const block of blocks) {
    const times = await timesReference(
      30,
      () => Promise.resolve(markup(block, 40_000)),
      (text) => blogToMarkdown(text, ''),
    );
    assert.ok(times <= 30, `${block(1)}: ${times}`);
    assert.equal((await blogToMarkdown(markup(block, 40_000), '')).text.match(/loaf/g)?.length, 2000);
  }
  const { text } = await blogToMarkdown(
    '<p>A <b>good <i>loaf</b> of</i> <a href="/x">rye &amp; "spelt"</a></p>',
    '',
  );
  assert.equal(text, 'A **good _loaf_** of [rye & "spelt"](/x)');
});

test('an article that is nested deeper than browsers nest becomes its text', async () => {
  const deep = await blogToMarkdown(`${'<div>'.repeat(100_000)}A <b>loaf</b> &amp; more`, '');
  assert.equal(deep.text.replaceAll(/\s+/g, ' '), 'A loaf & more');
  assert.equal((await blogToMarkdown(`${'<div>'.repeat(500)}A <b>loaf</b>`, '')).text, 'A **loaf**');
});
