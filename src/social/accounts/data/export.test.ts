import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { test } from '../../../../test/app.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { checkArchive, unpackArchive } from '../../../../test/unpack-archive.ts';
import { addPerson } from '../../../../test/world.ts';
import { buildExport, openExport, purgeExports } from '../../../identity/exports/exports.ts';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { addComment } from '../../comments/comments.ts';
import { addPlan } from '../../monetization/plans.ts';
import { connect } from '../../relationships/connect.ts';
import { publishPost } from '../../posts/publishing.ts';
import { getOwnedTables } from '../../../identity/exports/owned-tables.ts';
import { plazaTables } from './erase-plaza.ts';
import { plazaExport } from './plaza-export.ts';

const path = '/settings/data';
const plan = { price: '4.50', periodNum: '1', period: 'month', description: '' } as const;

async function read(app: App, viewer: { id: string }, id: string) {
  const parts: Buffer[] = [];
  for await (const part of (await openExport(app, plazaExport, viewer, id)).stream)
    parts.push(part as Buffer);
  return unpackArchive(Buffer.concat(parts));
}

/** Stores a picture and attaches it to a post. */
async function addPhoto(app: App, postId: string, stored: string, content: string) {
  await app.files.put(stored, Buffer.from(content), 'image/webp');
  const photo = {
    post_id: postId,
    position: 0,
    path: stored,
    small_path: stored,
    width: 1,
    height: 1,
    bytes: 1,
  };
  await app.db
    .insertInto('social.photo')
    .values({ ...photo, alt: 'A <loaf>' })
    .execute();
}

testPlaza('only the owner can download an export, for a week', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  const mine = { text: '<script>alert(1)</script> and for friends', privacy: 'friends', photos: [] } as const;
  const post = await publishPost(app, ada, mine);
  await addPhoto(app, post, 'photos/2026/03/adas.webp', 'adas picture');
  const theirs = { text: 'Not hers photos/2026/03/bobs.webp', privacy: 'public', photos: [] } as const;
  const other = await publishPost(app, bob, theirs);
  await addPhoto(app, other, 'photos/2026/03/bobs.webp', 'bobs picture');
  await publishPost(app, ada, { text: 'photos/2026/03/bobs.webp', privacy: 'public', photos: [] });
  await addComment(app, ada, other, 'What I think');
  await addComment(app, bob, post, 'What he thinks').catch(() => undefined);
  for (const seller of [ada, bob])
    await addPlan(
      app,
      seller,
      { type: 'profile', id: seller.id },
      { ...plan, title: `Plan of ${seller.name}` },
    );
  await app.db
    .updateTable('identity.account')
    .set({ picture: 'photos/2026/03/face.webp' })
    .where('id', '=', ada.id)
    .execute();
  await app.files.put('photos/2026/03/face.webp', Buffer.from('a face'), 'image/webp');
  await connect(app, ada, 'block', bob.id);
  await connect(app, carol, 'block', ada.id);
  assert.equal((await plaza.form(ada, `${path}/exports`)).status, 303);
  assert.equal((await plaza.form(ada, `${path}/exports`)).status, 409);
  assert.match((await plaza.page(ada, path)).text, /Preparing/);
  const job = (await queuedJobs(app)).find(({ name }) => name === 'social.build-export');
  const { id } = job?.payload as { id: string };
  await buildExport(app, plazaExport, { id });
  assert.match((await plaza.page(ada, path)).text, new RegExp(`href="${path}/exports/${id}"`));
  assert.equal((await plaza.page(bob, `${path}/exports/${id}`)).status, 404);
  const sent = await plaza.page(ada, `${path}/exports/${id}`);
  assert.match(String(sent.headers['content-disposition']), /^attachment; filename="plaza-ada-.*\.zip"$/);

  const archive = await read(app, ada, id);
  await checkArchive(app, archive);
  assert.equal(archive.json('data/profile.json')[0]?.email, 'ada@example.org');
  const [second, first] = archive.json<{ writtenAt: string; pictures?: { file: string }[] }>(
    'data/posts.json',
  );
  assert.match(first?.writtenAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(first?.pictures?.[0]?.file, 'files/photos/2026/03/adas.webp');
  assert.equal(second?.pictures, undefined);
  assert.equal(archive.bytes('files/photos/2026/03/adas.webp').toString(), 'adas picture');
  assert.equal(archive.bytes('files/photos/2026/03/face.webp').toString(), 'a face');
  assert.ok(
    !archive.names.includes('files/photos/2026/03/bobs.webp'),
    'files named in a text are not included',
  );
  const [offered, ...others] = archive.json('data/plans.json');
  assert.deepEqual([offered?.title, offered?.price, others], [`Plan of ${ada.name}`, '4.50', []]);
  const page = archive.text('posts.html');
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt; and for friends/);
  assert.match(page, /<img src="files\/photos\/2026\/03\/adas\.webp" alt="A &lt;loaf&gt;"/);
  assert.match(archive.text('comments.html'), /What I think/);
  const texts = archive.names.filter((name) => /\.(html|json)$/.test(name)).map((name) => archive.text(name));
  assert.ok(texts.every((text) => !/Not hers|What he thinks|carol|\$argon2/.test(text)));
  assert.deepEqual(
    archive.json('data/blocked-and-muted.json').map(({ person }) => person),
    ['bob'],
    'the export does not reveal who blocked her',
  );

  app.clock.turn(days(8));
  assert.equal((await plaza.page(ada, `${path}/exports/${id}`)).status, 404);
  await purgeExports(app, plazaExport);
  assert.deepEqual(await app.db.selectFrom('social.data_export').select('id').execute(), []);
});

test('spreads many posts over several pages and includes messages to support', async (app) => {
  const ada = await addPerson(app, 'ada');
  const message = { name: 'Ada', email: 'ada@example.org', subject: 'Help', message: 'It does not work' };
  await app.db
    .insertInto('social.contact_message')
    .values({ ...message, account_id: ada.id, created_at: app.clock.now() })
    .execute();
  await sql`insert into social.post (author_id, text, privacy, created_at)
    select ${ada.id}, 'Post ' || i, 'public', ${app.clock.now()} from generate_series(1, 450) as i`.execute(
    app.db,
  );
  const asked = { account_id: ada.id, requested_at: app.clock.now(), expires_at: app.clock.now() };
  const { id } = await app.db
    .insertInto('social.data_export')
    .values(asked)
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildExport(app, plazaExport, { id });
  const archive = await read(app, ada, id);
  await checkArchive(app, archive);
  assert.equal(archive.json('data/posts.json').length, 450);
  assert.match(archive.text('posts.html'), /Post 450[^]*Post 251/);
  assert.match(archive.text('posts-3.html'), /Post 50[^]*Post 1</);
  assert.match(archive.text('index.html'), /Posts<\/a> \(450\)/);
  assert.equal(archive.json('data/messages-to-support.json')[0]?.message, 'It does not work');
});

test('exports everything Plaza has about a person, with documented exceptions', async (app) => {
  const omitted = new Set([
    // Caches, and counters derived from archived data.
    ...[
      'feed',
      'feed_entry',
      'feed_pending',
      'feed_ranking',
      'storage_usage',
      'counter_reset',
      'served_page',
      'forum_read',
      'text_fingerprint',
      // Waits some seconds for the job that sends it.
      'webhook_event',
      // Who already got a newsletter that is being sent.
      'newsletter_delivery',
    ],
    // Parts of unfinished uploads, device and app keys, and the archives themselves.
    ...[
      'chunked_upload',
      'chunk',
      'direct_upload',
      'push_device',
      'push_subscription',
      'oauth_token',
      'data_export',
    ],
    // Shared history of public content, not the data of one person.
    ...[
      'answer',
      'reply',
      'term_version',
      'thread_event',
      'mention',
      'message_mention',
      'notification_actor',
      'trend',
    ],
    // Internals of moderation decisions.
    ...['verdict', 'newcomer_link', 'spam_lesson', 'text_rule', 'case_message', 'case_assignment'],
    // Which messages the person deleted for themselves. The archive omits these messages.
    'message_hidden',
    // Derived from the text of messages and posts, which are in the archive.
    'message_mention',
    'text_picture',
  ]);
  const sources = ['written', 'people'].map((name) => `${import.meta.dirname}/${name}-sections.ts`);
  const text = (await Promise.all(sources.map((file) => readFile(file, 'utf8')))).join('\n');
  const missing = (await getOwnedTables(app, plazaTables))
    .filter(({ falls }) => falls !== 'false')
    .map(({ name }) => name)
    .filter((name) => !omitted.has(name) && !new RegExp(`social\\.${name}\\b`).test(text));
  assert.deepEqual(missing, []);
});
