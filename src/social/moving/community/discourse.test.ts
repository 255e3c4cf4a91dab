import assert from 'node:assert/strict';
import { sql } from 'kysely';
import sharp from 'sharp';
import { listForums } from '../../forums/list-forums.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { backupOf, dumpOf, forumTables, uploadOf } from '../../../../test/peers/discourse-backup.ts';
import { countsOf, importAll, runInterrupted, uploadArchive } from '../../../../test/moving/imports.ts';
import { getImport } from '../import.ts';
import { inviteAll } from './invite.ts';
import { undoSteps } from '../undo-import.ts';
import { runImport } from '../run-import.ts';

testPlaza('a forum moves in with its people, threads, pictures and likes', async (world) => {
  const { app, plaza, olga } = world;
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .png()
    .toBuffer();
  const { address, path: file } = uploadOf(bytes, 'png');
  const tables = forumTables();
  const rye = tables.posts?.find(({ id }) => id === 19);
  Object.assign(rye ?? {}, {
    raw: `Rye:\n\n![A loaf|690x388](${address})\n\n[plan.pdf|attachment](upload://abc.pdf) (1 KB)`,
  });
  const found = await uploadArchive(world, await backupOf(tables, { [file]: bytes }));
  assert.equal(found.state, 'ready', found.problem);
  assert.deepEqual([found.format, found.from], ['discourse', 'https://forum.example']);
  assert.deepEqual(countsOf(found), [
    'forum waiting 2',
    'forum_moderator waiting 2',
    'group waiting 1',
    'group_member waiting 1',
    'like waiting 3',
    'person waiting 3',
    'solution waiting 1',
    'thread waiting 2',
    'thread_reply waiting 2',
  ]);
  assert.match((await plaza.page(olga, `/settings/import/${found.id}`)).text, /accounts without a password/);
  const done = await importAll(world, found);
  assert.deepEqual(countsOf(done), [
    'forum done 2',
    'forum_moderator done 2',
    'group done 1',
    'group_member done 1',
    'like done 2',
    'like known 1',
    'person done 3',
    'solution done 1',
    'thread done 2',
    'thread_reply done 2',
  ]);
  const posts = await app.db
    .selectFrom('social.post as post')
    .innerJoin('identity.account as author', 'author.id', 'post.author_id')
    .where('imported_at', 'is not', null)
    .orderBy('post.id')
    .select([
      'post.id',
      'post.kind',
      'post.title',
      'post.text',
      'post.created_at',
      'post.locked_at',
      'author.username',
    ])
    .execute();
  const [question, loaf, reply] = [posts.at(0), posts.at(1), posts.at(2)];
  assert.deepEqual(
    posts.map(({ kind, title, locked_at: closed, username }) => [kind, title, closed !== null, username]),
    [
      ['thread', 'How long should it rise?', true, 'grace'],
      ['thread', 'Rye', false, 'Linus.T'],
      ['reply', '', false, 'Linus.T'],
      ['reply', '', false, 'former-member'],
    ],
  );
  assert.equal(question?.text, 'How *long* should\tit\nrise?\u2028And how warm \\ cold?');
  assert.match(
    loaf?.text ?? '',
    /^Rye:\n\n!\[A loaf\]\(\/content\/uploads\/photos\/.*\.webp#40x30\)\n\nplan\.pdf \(1 KB\)$/,
  );
  assert.equal(reply?.text, '> **grace:**\n> How long\n\n\nOvernight, @grace.');
  assert.equal(question.created_at.toISOString(), '2021-01-01T00:20:00.000Z');

  const solved = await app.db
    .selectFrom('social.thread')
    .innerJoin('identity.account as marker', 'marker.id', 'solution_by')
    .innerJoin('social.forum as forum', 'forum.id', 'forum_id')
    .select(['post_id', 'solution_id', 'solution_at', 'marker.username', 'forum.title'])
    .execute();
  assert.deepEqual(solved, [
    {
      ...{ post_id: question.id, solution_id: reply.id, solution_at: new Date('2021-01-01T00:30:00Z') },
      ...{ username: 'grace', title: 'Sourdough' },
    },
  ]);
  const forums = await app.db.selectFrom('social.forum').select(['title', 'solutions_at']).execute();
  assert.deepEqual(
    forums.filter(({ solutions_at: at }) => at).map(({ title }) => title),
    ['Sourdough'],
  );
  const moderators = await app.db
    .selectFrom('social.forum_moderator as moderator')
    .innerJoin('identity.account as person', 'person.id', 'moderator.account_id')
    .innerJoin('social.forum as forum', 'forum.id', 'moderator.forum_id')
    .orderBy('person.id')
    .select(['person.username', 'forum.title'])
    .execute();
  assert.deepEqual(moderators, [
    { username: 'grace', title: 'Bread' },
    { username: 'Linus.T', title: 'Bread' },
  ]);

  const path = `/forums/threads/${question.id}/how-long-should-it-rise`;
  assert.match((await plaza.page(undefined, path)).text, /Overnight/);
  const everything = JSON.stringify(posts) + (await plaza.page(olga, '/forums')).text;
  assert.doesNotMatch(
    everything,
    /Secret of|Who to ban|private message|whispered|Deleted|was closed|About the/,
  );
  assert.match(everything, /Sourdough/);
  for (const [old, now] of [
    ['/t/how-long/2', path],
    ['/t/2/1?u=grace', path],
    ['/t/how-long/2/2', `/forums/threads/${question.id}?reply=${reply.id}#post-${reply.id}`],
    ['/u/Linus.T/summary', '/Linus.T'],
    ['/u/grace', '/grace'],
    ['/t/how-long/77', undefined],
    ['/t/who-to-ban/3', undefined],
  ] as const) {
    const answer = await plaza.inject({ url: old });
    assert.deepEqual([answer.statusCode, answer.headers.location], [now ? 301 : 404, now], old);
  }
  const again = await importAll(world, await uploadArchive(world, await backupOf(tables, { [file]: bytes })));
  assert.deepEqual(countsOf(again), [
    'forum known 2',
    'forum_moderator known 2',
    'group known 1',
    'group_member known 1',
    'like known 3',
    'person known 3',
    'solution known 1',
    'thread known 2',
    'thread_reply known 2',
  ]);
});

testPlaza('people of a forum are told once, and claim their account with a code', async (world) => {
  const { app, plaza, olga, bob } = world;
  const done = await importAll(world, await uploadArchive(world, await backupOf(forumTables())));
  assert.match((await plaza.page(olga, `/settings/import/${done.id}`)).text, /Email 2 people/);
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/imports/invite', { id: done.id })).status, 403);
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await plaza.api(olga, 'POST', '/apis/php/imports/invite', { id: done.id })).status, 200);
    await inviteAll(app, { id: done.id });
  }
  const jobs = await queuedJobs(app);
  const mails = jobs.flatMap(({ payload }) =>
    'to' in (payload as object) ? [payload as { to: string; text: string }] : [],
  );
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), ['grace@forum.example', 'linus@forum.example']);
  assert.match(mails[0]?.text ?? '', /https:\/\/forum\.example has moved/);
});

testPlaza('only operators import a community', async (world) => {
  const found = await uploadArchive(world, await backupOf(forumTables()), { by: world.ada });
  assert.deepEqual([found.state, found.problem], ['unreadable', 'Only operators can import a community']);
});

testPlaza('a dump without uploads is enough, and what is none is refused', async (world) => {
  const name = 'forum-2026-01-01-v20260101.sql.gz';
  const found = await uploadArchive(world, dumpOf(forumTables()), { name });
  assert.equal(found.state, 'ready', found.problem);
  const rows: [Buffer, RegExp][] = [
    [dumpOf({ backup_metadata: [], users: [] }), /Discourse forum: it has no people/],
    [dumpOf({ users: [] }), /not the database of a/],
    [Buffer.from('hello'), /not the database of a/],
    [dumpOf(forumTables()).subarray(0, 700), /cannot be read/],
  ];
  for (const [body, reason] of rows) {
    const refused = await uploadArchive(world, body, { name });
    assert.equal(refused.state, 'unreadable');
    assert.match(refused.problem, reason);
    await world.plaza.api(world.olga, 'POST', '/apis/php/imports/cancel', { id: refused.id });
  }
});

testPlaza('undo leaves nothing but what people added since', async (world) => {
  const { app, plaza, olga, bob } = world;
  const done = await importAll(world, await uploadArchive(world, await backupOf(forumTables())));
  const [, rye] = await app.db.selectFrom('social.thread').orderBy('post_id').select('post_id').execute();
  const reply = await plaza.api(bob, 'POST', '/apis/php/forums/reply', {
    thread_id: rye?.post_id,
    text: 'Still here',
  });
  assert.equal(reply.status, 200, reply.body.message);
  await plaza.api(olga, 'POST', '/apis/php/imports/undo', { id: done.id });
  await undoSteps(app, { id: done.id });
  const undone = await getImport(app, olga, done.id);
  assert.deepEqual(countsOf(undone), [
    'forum kept 1',
    'forum undone 1',
    'forum_moderator undone 2',
    'group undone 1',
    'group_member undone 1',
    'like known 1',
    'like undone 2',
    'person kept 1',
    'person undone 2',
    'solution undone 1',
    'thread kept 1',
    'thread undone 1',
    'thread_reply undone 2',
  ]);
});

testPlaza('a forum is imported once, also if the process ends meanwhile', async (world) => {
  const { app, olga } = world;
  const tables = forumTables();
  const [user, topic, post, like] = [
    tables.users?.[1],
    tables.topics?.[4],
    tables.posts?.[8],
    tables.post_actions?.[0],
  ];
  const many = (n: number, row: (at: number) => Record<string, string>) =>
    Array.from({ length: n }, (_, at) => row(at + 1000));
  const row = (...parts: (object | undefined)[]) => Object.assign({}, ...parts) as Record<string, string>;
  tables.users?.push(...many(40, (id) => row(user, { id, username: `baker${id}`, name: `Baker ${id}` })));
  tables.user_emails?.push(
    ...many(40, (id) => row({ id, user_id: id, email: `baker${id}@forum.example`, primary: true })),
  );
  tables.topics?.push(...many(40, (id) => row(topic, { id, title: `Topic ${id}`, user_id: id })));
  tables.posts?.push(...many(40, (id) => row(post, { id, topic_id: id, user_id: id, raw: `Text ${id}` })));
  tables.posts?.push(
    ...many(80, (id) =>
      row(post, {
        id: id + 1000,
        topic_id: (id % 40) + 1000,
        post_number: 2 + Math.floor((id - 1000) / 40),
        user_id: (id % 40) + 1000,
        raw: `Reply ${id}`,
      }),
    ),
  );
  tables.post_actions?.push(
    ...many(700, (id) =>
      row(like, {
        id,
        post_id: (id % 40) + 1000,
        user_id: 1000 + Math.floor((id - 1000) / 40),
      }),
    ),
  );
  const found = await uploadArchive(world, await backupOf(tables));
  await world.plaza.api(olga, 'POST', '/apis/php/imports/start', { id: found.id });
  await runInterrupted(world, found.id, 150);
  assert.ok((await getImport(app, olga, found.id)).counts.some(({ state }) => state === 'waiting'));
  await runImport(app, { id: found.id });
  const done = await getImport(app, olga, found.id);
  assert.equal(done.counts.filter(({ state }) => state === 'failed').length, 0);
  const imported = await app.db
    .selectFrom('social.post')
    .where('imported_at', 'is not', null)
    .groupBy('kind')
    .orderBy('kind')
    .select((row) => ['kind', row.fn.countAll<string>().as('n')])
    .execute();
  assert.deepEqual(imported, [
    { kind: 'reply', n: '82' },
    { kind: 'thread', n: '42' },
  ]);
  const [section] = (await listForums(app, olga)).filter(({ title }) => title === 'forum.example');
  assert.deepEqual(
    section?.forums.map(({ title, threads, replies }) => [title, threads, replies]),
    [['Bread', 41, 80]],
  );
  const { rows } = await sql<{ n: number }>`select (select count(*) from social.reaction)::integer
    = (select sum(n) from social.tally where kind = 'like')::integer as same, count(*)::integer as n from social.reaction`.execute(
    app.db,
  );
  assert.deepEqual(rows, [{ same: true, n: 702 }]);
});
