import assert from 'node:assert/strict';
import sharp from 'sharp';
import { sql } from 'kysely';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import {
  addressOf,
  announce,
  archiveOf,
  create,
  everyone,
  followers,
  origin,
  tarGz,
  zip,
} from '../../../test/peers/mastodon-archive.ts';
import type { Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { getFeed } from '../feed/feed.ts';
import { connect } from '../relationships/connect.ts';
import { listPostsOf } from '../posts/reading/lists.ts';
import { archiveFormats } from './formats.ts';
import { countEntries, getImport, type Import, listArchiveEntries } from './import.ts';
import { readImport } from './read-import.ts';
import { runImport } from './run-import.ts';
import { undoSteps } from './undo-import.ts';

async function upload(
  { app, plaza }: World,
  viewer: Viewer,
  body: Buffer,
  name = 'archive-20210601-1a2b.zip',
): Promise<Import> {
  const sent = await plaza.upload(viewer, '/apis/php/imports', {}, { name, body });
  assert.equal(sent.status, 200, sent.body.message);
  const { id } = sent.body.data as { id: string };
  await readImport(app, { id });
  return getImport(app, viewer, id);
}

async function run(
  { app, plaza }: World,
  viewer: Viewer,
  { id }: Import,
  kinds: readonly string[] = archiveFormats.mastodon.kinds,
): Promise<Import> {
  const { status, body } = await plaza.api(viewer, 'POST', '/apis/php/imports/start', { id, kinds });
  assert.equal(status, 200, body.message);
  await runImport(app, { id });
  return getImport(app, viewer, id);
}

const count = (found: Import, wanted: string) =>
  countEntries(found, ({ kind, state }) => `${kind} ${state}` === wanted);

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
      .png()
      .toBuffer(),
  );

testPlaza('an archive becomes posts with dates, warnings, audiences and pictures', async (world) => {
  const { app, ada, bob, plaza } = world;
  const media = 'media_attachments/files/106/000/000/original/loaf.png';
  const mention = `<span class="h-card"><a href="${origin}/@bob" class="u-url mention">@<span>bob</span></a></span>`;
  const items = [
    create({
      id: 1,
      content: `<p>Hello ${mention}, <a href="${origin}/tags/bread" class="mention hashtag" rel="tag">#<span>bread</span></a></p><p>see <a href="https://example.com/a/long/path"><span class="invisible">https://</span><span class="ellipsis">example.com/a</span><span class="invisible">/long/path</span></a></p>`,
      tag: [{ type: 'Mention', href: `${origin}/users/bob`, name: '@bob' }],
      attachment: [{ type: 'Document', mediaType: 'image/png', url: `/${media}`, name: 'A loaf' }],
    }),
    create({
      id: 2,
      content: '<p>For followers &amp; friends</p>',
      to: [followers],
      cc: [],
      summary: 'Crumbs',
    }),
    create({ id: 3, content: '<p>secret</p>', to: [`${origin}/users/bob`], cc: [] }),
    create({ id: 4, content: '<p>unlisted</p>', to: [followers], cc: [everyone] }),
    create({ id: 5, content: '<p>to others</p>', inReplyTo: `${origin}/users/bob/statuses/1` }),
    create({ id: 6, content: '<p>goes on</p>', inReplyTo: addressOf(1) }),
    create({
      id: 7,
      content: '<p>Which?</p>',
      oneOf: [
        { type: 'Note', name: 'Rye' },
        { type: 'Note', name: 'Spelt' },
      ],
    }),
    announce(8, `${origin}/users/bob/statuses/2`),
  ];
  const files = archiveOf(items, { [media]: await picture() });
  const found = await upload(world, ada, zip(files));
  assert.deepEqual([found.state, found.from], ['ready', 'ada@social.example']);
  assert.match((await plaza.page(ada, `/settings/import/${found.id}`)).text, /Private mentions: 1/);
  const done = await run(world, ada, found, ['post']);
  assert.equal(done.state, 'finished');
  assert.equal(count(done, 'post done'), 5);
  assert.equal(
    count(done, 'reply skipped') + count(done, 'direct skipped') + count(done, 'boost skipped'),
    3,
  );
  const { items: posts } = await listPostsOf(app, ada, ada.id);
  assert.deepEqual(
    posts.map(({ text, privacy, warning }) => [text, privacy, warning]),
    [
      ['Which?\n\n• Rye\n• Spelt', 'public', ''],
      ['goes on', 'public', ''],
      ['unlisted', 'public', ''],
      ['For followers & friends', 'friends', 'Crumbs'],
      ['Hello @bob@social.example, #bread\n\nsee https://example.com/a/long/path', 'public', ''],
    ],
  );
  assert.equal(posts.at(-1)?.createdAt.toISOString(), '2021-01-01T00:01:00.000Z');
  assert.deepEqual(
    posts.at(-1)?.photos.map(({ alt, width }) => [alt, width]),
    [['A loaf', 40]],
  );
  // A visitor sees the public ones, and nobody the mention of another Bob.
  assert.equal((await listPostsOf(app, undefined, ada.id)).items.length, 4);
  assert.equal((await plaza.page(undefined, '/ada')).text.includes('secret'), false);
  const told = await app.db
    .selectFrom('social.notification')
    .where('account_id', '=', bob.id)
    .selectAll()
    .execute();
  assert.deepEqual(told, []);
});

testPlaza('imported posts are not new to anybody', async (world) => {
  const { app, ada, bob, carol } = world;
  await connect(app, bob, 'follow', ada.id);
  const found = await upload(
    world,
    ada,
    await tarGz(archiveOf([create({ id: 1, content: '<p>old #rye</p>' })])),
  );
  await run(world, ada, found);
  for (const viewer of [ada, bob, carol])
    assert.deepEqual(
      (await getFeed(app, viewer, {})).items.filter(({ text }) => text.includes('old')),
      [],
    );
  const { rows } = await sql`select from social.feed_pending`.execute(app.db);
  assert.equal(rows.length, 0);
});

testPlaza('hundreds of posts are imported once, also if the process ends meanwhile', async (world) => {
  const { app, ada, plaza } = world;
  const items = Array.from({ length: 200 }, (_, n) => create({ id: n + 1, content: `<p>Post ${n + 1}</p>` }));
  const first = await upload(world, ada, zip(archiveOf(items)));
  assert.equal(count(first, 'post waiting'), 200);
  const rest = sql`from generate_series(81, 200) as n where import_id = ${first.id} and position = n`;
  await sql`update social.import_entry set state = 'skipped' ${rest}`.execute(app.db);
  const half = await run(world, ada, first, ['post']);
  assert.equal(count(half, 'post done'), 80);
  // As after the end of the process.
  await sql`update social.import_entry set state = 'waiting' ${rest}`.execute(app.db);
  await sql`update social.import set state = 'running' where id = ${first.id}`.execute(app.db);
  await runImport(app, first);
  const done = await getImport(app, ada, first.id);
  assert.deepEqual([done.state, count(done, 'post done')], ['finished', 200]);
  const again = await run(world, ada, await upload(world, ada, zip(archiveOf(items))), ['post']);
  assert.equal(count(again, 'post known'), 200);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from social.post
    where author_id = ${ada.id} and imported_at is not null`.execute(app.db);
  assert.equal(rows[0]?.n, 200);
  assert.match((await plaza.page(ada, `/settings/import/${again.id}`)).text, /\b200\b/);
});

testPlaza('people are found by their name here, and the others are in the report', async (world) => {
  const { app, ada, bob, plaza } = world;
  const host = new URL(app.config.plazaUrl).host;
  const files = {
    'following_accounts.csv': `Account address,Show boosts,Notify on new posts,Languages\nbob@${host},true,false,\nbob@elsewhere.example,true,false,\n`,
    'muted_accounts.csv': `Account address,Hide notifications\ncarol@${host},true\n`,
    'blocked_accounts.csv': 'nobody@elsewhere.example\n',
    'lists.csv': `Bakers,bob@${host}\n`,
  };
  const found = await upload(world, ada, zip(archiveOf([], files)));
  const done = await run(world, ada, found);
  assert.deepEqual(
    ['follow done', 'follow failed', 'mute done', 'block failed', 'list done'].map((each) =>
      count(done, each),
    ),
    [1, 1, 1, 1, 1],
  );
  const failed = await listArchiveEntries(app, ada, done.id, { states: ['failed'] });
  assert.deepEqual(
    failed.map(({ source, reason }) => [source, reason]),
    [
      ['bob@elsewhere.example', 'This person is not here'],
      ['nobody@elsewhere.example', 'This person is not here'],
    ],
  );
  assert.match((await plaza.page(ada, `/settings/import/${done.id}`)).text, /nobody@elsewhere\.example/);
  const list = Buffer.from(files['following_accounts.csv']);
  const alone = await run(world, ada, await upload(world, ada, list, 'following_accounts.csv'));
  assert.equal(count(alone, 'follow known'), 1);
  await plaza.api(ada, 'POST', '/apis/php/imports/undo', { id: done.id });
  await undoSteps(app, done);
  const follows = await app.db
    .selectFrom('social.follow')
    .where('follower_id', '=', ada.id)
    .selectAll()
    .execute();
  assert.equal(
    follows.some(({ followed_id }) => followed_id === bob.id),
    false,
  );
});

testPlaza('undo removes posts, but none that others replied to', async (world) => {
  const { app, ada, bob, plaza } = world;
  const items = [1, 2, 3].map((id) => create({ id, content: `<p>Post ${id}</p>` }));
  const done = await run(world, ada, await upload(world, ada, zip(archiveOf(items))));
  const [, second] = await listArchiveEntries(app, ada, done.id, { states: ['done'] });
  await addComment(app, bob, second?.postId ?? '', 'I remember');
  assert.equal((await plaza.form(ada, `/settings/import/${done.id}/undo`)).status, 303);
  await undoSteps(app, done);
  const undone = await getImport(app, ada, done.id);
  assert.deepEqual(
    [undone.state, count(undone, 'post undone'), count(undone, 'post kept')],
    ['undone', 2, 1],
  );
  assert.deepEqual(
    (await listPostsOf(app, bob, ada.id)).items.map(({ text }) => text),
    ['Post 2'],
  );
});

testPlaza('files that are no archives are refused, and those of others are not seen', async (world) => {
  const { app, ada, bob, plaza } = world;
  const rows: [Buffer, RegExp][] = [
    [Buffer.from('hello'), /not an archive/],
    [Buffer.concat([Buffer.from('PK'), Buffer.alloc(100)]), /cannot be read/],
    [Buffer.from('1f8b0800', 'hex'), /cannot be read/],
    [zip({ 'readme.txt': Uint8Array.from(Buffer.from('hello')) }), /none of the files that would be read/],
    [zip({ 'outbox.json': Uint8Array.from(Buffer.from('[')) }), /outbox\.json in the archive cannot be read/],
    [zip({ 'outbox.json': Uint8Array.from(Buffer.from('['.repeat(10_000))) }), /cannot be read/],
  ];
  for (const [body, reason] of rows) {
    const found = await upload(world, ada, body);
    assert.equal(found.state, 'unreadable');
    assert.match(found.problem, reason);
    await plaza.api(ada, 'POST', '/apis/php/imports/cancel', { id: found.id });
  }
  const found = await upload(world, ada, zip(archiveOf([])));
  assert.equal((await plaza.page(bob, `/settings/import/${found.id}`)).status, 404);
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/imports/start', { id: found.id })).status, 404);
  assert.equal(
    (await plaza.api(ada, 'POST', '/apis/php/imports/start', { id: found.id, kinds: [] })).status,
    400,
  );
  assert.match((await plaza.page(ada, '/settings/import')).text, /archive-20210601/);
  assert.ok(app);
});
