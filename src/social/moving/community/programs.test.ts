import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { countsOf, importAll, runInterrupted, uploadArchive } from '../../../../test/moving/imports.ts';
import { zip } from '../../../../test/peers/mastodon-archive.ts';
import { mongoLines, nodebbObjects, postgresDump } from '../../../../test/moving/nodebb-objects.ts';
import { phpbbDump, phpbbTables } from '../../../../test/moving/phpbb-dump.ts';
import { getImport } from '../import.ts';
import { runImport } from '../run-import.ts';
import { undoSteps } from '../undo-import.ts';

const importedPosts = ({ app }: World) =>
  app.db
    .selectFrom('social.post as post')
    .innerJoin('identity.account as author', 'author.id', 'post.author_id')
    .where('imported_at', 'is not', null)
    .orderBy('post.id')
    .select(['post.id', 'post.kind', 'post.title', 'post.text', 'post.locked_at', 'author.username'])
    .execute();

/** The solutions of threads: the reply, who marked it, when, and in which forum that has solutions. */
async function solutionsIn({ app }: World) {
  const rows = await app.db
    .selectFrom('social.thread as thread')
    .innerJoin('social.forum as forum', 'forum.id', 'thread.forum_id')
    .leftJoin('identity.account as marker', 'marker.id', 'thread.solution_by')
    .where('thread.solved_at', 'is not', null)
    .where('forum.solutions_at', 'is not', null)
    .select(['solution_id', 'marker.username', 'solution_at', 'forum.title'])
    .execute();
  return rows.map((row) => [row.solution_id, row.username, row.solution_at?.toISOString(), row.title]);
}

async function expectMoved({ plaza }: World, moved: readonly (readonly [string, string | undefined])[]) {
  for (const [old, now] of moved) {
    const answer = await plaza.inject({ url: old });
    assert.deepEqual([answer.statusCode, answer.headers.location], [now ? 301 : 404, now], old);
  }
}

testPlaza('a board of phpBB moves in with its texts, attachments and thanks', async (world) => {
  const loaf = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .png()
    .toBuffer();
  const archive = zip({
    'backup_1600000000_abc.sql': Buffer.from(phpbbDump(phpbbTables())),
    'files/2_0a1b2c': loaf,
  });
  const found = await uploadArchive(world, archive, { name: 'board.zip' });
  assert.equal(found.state, 'ready', found.problem);
  assert.deepEqual([found.format, found.from], ['phpbb', 'https://board.example/forum']);
  const done = await importAll(world, found);
  assert.deepEqual(countsOf(done), [
    ...[
      'forum done 2',
      'forum_moderator done 2',
      'group done 1',
      'group_member done 1',
      'like done 1',
      'person done 2',
      'solution done 1',
      'thread done 2',
      'thread_reply done 2',
    ],
  ]);
  const [long, rye, reply, older] = await importedPosts(world);
  assert.deepEqual(await solutionsIn(world), [
    [reply?.id, null, '2020-09-13T12:28:40.000Z', 'Bread & rolls'],
  ]);
  assert.deepEqual([long?.title, long?.locked_at !== null, long?.username], ['How "long"?', true, 'grace']);
  assert.equal(long?.text, 'How long should it rise?\\\n\\\\ It\'s "cold"');
  assert.match(rye?.text ?? '', /^!\[a loaf\.png\]\(\/content\/uploads\/photos\/.*\.webp#40x30\)$/);
  assert.equal(
    reply?.text,
    'Say **yes** & \\*no\\*\n\n> **grace:**\\\n> How *long*?\n\n```\na_b = 1;\n```\n\n- one\n\n- two\n\nSee [this](https://a.example/x_y)',
  );
  assert.deepEqual([older?.text, older?.username], ['Before 3.2: **bold** :)', 'former-member']);
  const path = `/forums/threads/${long.id}/how-long`;
  await expectMoved(world, [
    ['/forum/viewtopic.php?f=2&t=1', path],
    ['/forum/viewtopic.php?p=1', path],
    ['/forum/viewtopic.php?p=2#p2', `/forums/threads/${long.id}?reply=${reply.id}#post-${reply.id}`],
    ['/forum/memberlist.php?mode=viewprofile&u=2', '/grace'],
    ['/forum/viewtopic.php?t=3', undefined],
    ['/viewtopic.php?t=1', undefined],
  ]);
  assert.doesNotMatch(JSON.stringify(await importedPosts(world)), /Secret|Deleted/);
});

/** Interrupts an import, resumes it, imports the same again, and undoes the first. */
async function expectSafe(
  world: World,
  { body, name, after }: { body: Buffer; name: string; after: number },
  added: readonly string[],
): Promise<void> {
  const { app, plaza, olga } = world;
  const found = await uploadArchive(world, body, { name });
  assert.equal(found.state, 'ready', found.problem);
  await plaza.api(olga, 'POST', '/apis/php/imports/start', { id: found.id });
  await runInterrupted(world, found.id, after);
  const states = (await getImport(app, olga, found.id)).counts.map(({ state }) => state);
  assert.ok(states.includes('waiting') && states.includes('done'), String(states));
  await runImport(app, { id: found.id });
  const as = (state: string) => added.map((each) => each.replace(' done ', ` ${state} `));
  assert.deepEqual(countsOf(await getImport(app, olga, found.id)), added);
  const before = (await importedPosts(world)).length;
  const again = await importAll(world, await uploadArchive(world, body, { name }));
  assert.deepEqual(countsOf(again), as('known'));
  assert.equal((await importedPosts(world)).length, before);
  await plaza.api(olga, 'POST', '/apis/php/imports/undo', { id: found.id });
  await undoSteps(app, { id: found.id });
  assert.deepEqual(countsOf(await getImport(app, olga, found.id)), as('undone'));
  assert.deepEqual(await importedPosts(world), []);
}

for (const [program, dump, name, added] of [
  [
    'phpBB',
    () => gzipSync(phpbbDump(phpbbTables(40), 'mysqldump')),
    'forum.sql.gz',
    [
      'forum done 2',
      'forum_moderator done 2',
      'group done 1',
      'group_member done 1',
      'like done 41',
      'person done 42',
      'solution done 1',
      'thread done 42',
      'thread_reply done 82',
    ],
  ],
  [
    'NodeBB',
    () => mongoLines(nodebbObjects(40)),
    'objects.json',
    [
      'forum done 2',
      'forum_moderator done 3',
      'group done 1',
      'group_member done 1',
      'like done 41',
      'person done 42',
      'solution done 1',
      'thread done 41',
      'thread_reply done 41',
    ],
  ],
] as const)
  testPlaza(`a forum of ${program} is imported once, also if the process ends, and undone`, (world) =>
    expectSafe(world, { body: dump(), name, after: 120 }, added),
  );

testPlaza('a dump that ends in a row is refused', async (world) => {
  const dump = phpbbDump(phpbbTables());
  const cut = Buffer.from(dump.slice(0, dump.indexOf('Secret of')));
  const found = await uploadArchive(world, cut, { name: 'backup.sql' });
  assert.equal(found.state, 'unreadable');
  assert.match(found.problem, /cannot be read/);
});

testPlaza('whoever is no longer an operator does not start an import of a community', async (world) => {
  const { app, plaza, olga } = world;
  const found = await uploadArchive(world, Buffer.from(phpbbDump(phpbbTables())), { name: 'backup.sql' });
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', olga.id).execute();
  const refused = await plaza.api(olga, 'POST', '/apis/php/imports/start', { id: found.id });
  assert.equal(refused.status, 403, refused.body.message);
});

for (const [kind, dumped, name] of [
  ['mongoexport', mongoLines, 'objects.json'],
  ['pg_dump', postgresDump, 'nodebb.sql.gz'],
] as const)
  testPlaza(`a forum of NodeBB moves in from ${kind}`, async (world) => {
    const loaf = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
      .png()
      .toBuffer();
    const archive = zip({
      [name]: dumped(nodebbObjects(40)),
      'public/uploads/files/1690000000000-a-loaf.png': loaf,
    });
    const found = await uploadArchive(world, archive, { name: 'forum.zip' });
    assert.equal(found.state, 'ready', found.problem);
    assert.deepEqual([found.format, found.from], ['nodebb', 'Bakers & friends']);
    const done = await importAll(world, found);
    assert.deepEqual(countsOf(done), [
      ...[
        'forum done 2',
        'forum_moderator done 3',
        'group done 1',
        'group_member done 1',
        'like done 41',
        'person done 42',
        'solution done 1',
        'thread done 41',
        'thread_reply done 41',
      ],
    ]);
    const posts = await importedPosts(world);
    const [long, reply] = [posts[0], posts.find(({ kind }) => kind === 'reply')];
    assert.deepEqual(await solutionsIn(world), [[reply?.id, null, '2022-01-01T00:00:00.500Z', 'Rye']]);
    assert.deepEqual([long?.title, long?.username, long?.locked_at !== null], ['How <long>?', 'grace', true]);
    assert.match(
      long?.text ?? '',
      /^One\\\ntwo\n\n- item\n\n!\[loaf\]\(\/content\/uploads\/photos\/.*\)\n\n#rye #slow_rise$/,
    );
    const path = `/forums/threads/${long?.id}/how-long`;
    await expectMoved(world, [
      ['/topic/1/how-long', path],
      ['/topic/1/how-long/2?page=1', path],
      ['/post/1', path],
      ['/post/2', `/forums/threads/${long?.id}?reply=${reply?.id}#post-${reply?.id}`],
      ['/user/grace', '/grace'],
      ['/topic/2/who-to-ban', undefined],
    ]);
    assert.doesNotMatch(JSON.stringify(posts), /Secret|Deleted/);
  });

// Written by the backup of a phpBB 3.3 that its own functions filled: see docs/decisions/0052-moving-in.md.
testPlaza('a board that phpBB itself backed up moves in with all of its counts', async (world) => {
  const backup = readFileSync(new URL('../../../../test/moving/phpbb-3.3.sql.gz', import.meta.url));
  const found = await uploadArchive(world, backup, { name: 'backup.sql.gz' });
  assert.deepEqual([found.state, found.from], ['ready', 'https://board.example/phpbb']);
  assert.deepEqual(countsOf(await importAll(world, found)), [
    'forum done 4',
    'forum_moderator done 6',
    'group done 4',
    'group_member done 16',
    'person done 13',
    'solution done 1',
    'thread done 16',
    'thread_reply done 83',
  ]);
  const posts = await importedPosts(world);
  assert.ok(posts.some(({ text }) => text.includes('- two & more') && text.includes('a_b = <c>;')));
  assert.ok(posts.some(({ text }) => text.startsWith('> **baker1:**') && text.includes('[this](https://')));
});
