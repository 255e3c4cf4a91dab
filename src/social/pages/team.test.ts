import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { erasePlaza } from '../accounts/data/erase-plaza.ts';
import { addComment, deleteComment } from '../comments/comments.ts';
import { deletePost } from '../posts/deleting.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { addPage, changePage } from './editing.ts';
import { likePage } from './liking.ts';
import { writeAsPage } from './posts.ts';
import { getPage, listPages } from './reading.ts';
import { assignRole, listPageTeam, removeRole, transferPage } from './team.ts';

const create = (app: App, owner: Viewer, username: string) =>
  addPage(app, owner, { title: username, username, category: '', about: '', website: '' });
const say = (app: App, author: Viewer, id: string, text: string) =>
  writeAsPage(app, author, id, { text, photos: [] });

const can: [act: string, roles: string[]][] = [
  ['write', ['owner', 'admin', 'editor']],
  ['edit', ['owner', 'admin', 'editor']],
  ['delete', ['owner', 'admin', 'editor']],
  ['tidy', ['owner', 'admin', 'editor', 'moderator']],
  ['change', ['owner', 'admin']],
  ['appoint', ['owner', 'admin']],
  ['give', ['owner']],
];

test('each role of a page’s team has its permissions', async (app) => {
  const { olga, ada, bob, carol } = await createWorld(app);
  const id = await create(app, ada, 'bakery');
  let nth = 0;
  const another = (text: string) => `${text} ${(nth += 1)}`;
  const acts: Record<string, (viewer: Viewer) => Promise<unknown>> = {
    write: (viewer) => say(app, viewer, id, another('Bread')),
    edit: async (viewer) =>
      editPost(app, viewer, await say(app, ada, id, another('One')), { text: 'Two', alts: new Map() }),
    delete: async (viewer) => deletePost(app, viewer, await say(app, ada, id, another('Gone'))),
    tidy: async (viewer) =>
      deleteComment(
        app,
        viewer,
        await addComment(app, carol, await say(app, ada, id, another('Said')), 'Rude'),
      ),
    change: (viewer) => changePage(app, viewer, id, { about: 'Bread' }),
    appoint: (viewer) => assignRole(app, viewer, id, { username: 'olga', role: 'editor' }),
    give: async (viewer) => {
      await assignRole(app, ada, id, { username: 'olga', role: 'admin' });
      await transferPage(app, viewer, id, olga.id);
      await transferPage(app, olga, id, ada.id);
    },
  };
  for (const role of ['owner', 'admin', 'editor', 'moderator', 'nobody'] as const) {
    const viewer = role === 'owner' ? ada : bob;
    if (role === 'nobody') await removeRole(app, bob, id, bob.id);
    else if (role !== 'owner') await assignRole(app, ada, id, { username: 'bob', role });
    for (const [act, roles] of can) {
      const tried = acts[act]?.(viewer) ?? Promise.reject(new Error(act));
      if (roles.includes(role))
        await tried.catch((error: unknown) => assert.fail(`${role} ${act}: ${String(error)}`));
      else await assert.rejects(tried, { kind: 'forbidden' }, `${role} ${act}`);
    }
  }
});

test('former team members cannot change a page, and its owner cannot be removed', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await create(app, ada, 'bakery');
  await assignRole(app, ada, id, { username: 'bob', role: 'admin' });
  const post = await say(app, bob, id, 'Rolls');
  await assert.rejects(assignRole(app, bob, id, { username: 'ada', role: 'editor' }), { field: 'username' });
  await assert.rejects(removeRole(app, bob, id, ada.id), { kind: 'missing' });
  await assert.rejects(transferPage(app, ada, id, carol.id), { kind: 'invalid' });
  await removeRole(app, ada, id, bob.id);
  await assert.rejects(editPost(app, bob, post, { text: 'Stones', alts: new Map() }), { kind: 'forbidden' });
  await assert.rejects(listPageTeam(app, bob, id), { kind: 'forbidden' });
});

test('limits the pages per owner, created or transferred', async (app) => {
  const { ada, bob } = await createWorld(app);
  const few = { ...app, config: { ...app.config, PAGES_PER_PERSON: 1 } };
  const id = await create(few, ada, 'bakery');
  await create(few, bob, 'brewery');
  await assert.rejects(create(few, ada, 'dairy'), { kind: 'conflict' });
  await assignRole(few, ada, id, { username: 'bob', role: 'admin' });
  await assert.rejects(transferPage(few, ada, id, bob.id), { kind: 'conflict' });
});

test('finds pages by name and category, most liked or newest first, each once', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const ids: string[] = [];
  const roomy = { ...app, config: { ...app.config, PAGES_PER_PERSON: 50 } };
  for (let i = 0; i < 23; i += 1) ids.push(await create(roomy, ada, `page${i + 10}`));
  for (const viewer of [ada, bob, carol]) await likePage(app, viewer, ids[4] ?? '');
  await likePage(app, bob, ids[7] ?? '');
  const first = await listPages(app, bob);
  const rest = await listPages(app, bob, { after: first.next });
  const all = [...first.items, ...rest.items];
  assert.deepEqual(
    [all.length, new Set(all.map(({ id }) => id)).size, all[0]?.id, all[0]?.likes, all[1]?.id, rest.next],
    [23, 23, ids[4], 3, ids[7], undefined],
  );
  assert.equal((await listPages(app, undefined, { sort: 'newest' })).items[0]?.id, ids[22]);
  assert.deepEqual(
    (await listPages(app, undefined, { q: 'PAGE32' })).items.map(({ username }) => username),
    ['page32'],
  );
  assert.deepEqual((await listPages(app, undefined, { q: '%' })).items, []);
  assert.deepEqual((await listPages(app, undefined, { category: '999' })).items, []);
});

test('transfers pages of a deleted account to the longest-serving admin, or deletes them', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const inherited = await create(app, ada, 'bakery');
  const lost = await create(app, ada, 'brewery');
  const others = await create(app, olga, 'dairy');
  await assignRole(app, ada, inherited, { username: 'olga', role: 'editor' });
  for (const username of ['carol', 'bob']) {
    await assignRole(app, ada, inherited, { username, role: 'admin' });
    app.clock.turn(1000);
  }
  await assignRole(app, olga, others, { username: 'ada', role: 'editor' });
  await say(app, ada, others, 'Milk');
  await say(app, olga, others, 'Butter');
  await say(app, carol, inherited, 'Rolls');
  for (const id of [inherited, lost, others])
    for (const viewer of [ada, bob]) await likePage(app, viewer, id);
  await erasePlaza(app, ada.id);
  const after = await getPage(app, carol, { id: inherited });
  assert.deepEqual([after.role, after.likes, after.posts], ['owner', 1, 1]);
  assert.deepEqual(
    (await listPageTeam(app, carol, inherited)).map(({ person, role }) => [person.username, role]),
    [
      ['carol', 'owner'],
      ['olga', 'editor'],
      ['bob', 'admin'],
    ],
  );
  await assert.rejects(getPage(app, bob, { id: lost }), { kind: 'missing' });
  const dairy = await getPage(app, bob, { id: others });
  assert.deepEqual([dairy.likes, dairy.posts], [1, 1]);
  const left = await app.db
    .selectFrom('social.tally')
    .where('subject', '=', 'page')
    .where('subject_id', '=', lost)
    .select('n')
    .execute();
  assert.deepEqual(left, []);
});

testPlaza('the API covers all page features and their permissions', async ({ plaza, olga, ada, bob }) => {
  const send = async (viewer: Viewer | undefined, path: string, body: object) =>
    plaza.api(viewer, 'POST', `/apis/php/pages/${path}`, body);
  const created = await send(ada, 'page', { title: 'The Bakery', username: 'bakery' });
  const { page_id } = created.body.data as { page_id: string };
  assert.equal(created.status, 200);
  assert.equal((await send(undefined, 'page', { title: 'x', username: 'xyz' })).status, 401);
  const liked = await plaza.api(bob, 'POST', '/apis/php/user/connect', { do: 'page-like', id: page_id });
  assert.deepEqual(liked.body.data, { connection: 'liked', i_follow: true });
  const posted = await send(ada, 'post', { page_id, text: 'Rye is back' });
  assert.equal((posted.body.data as { page: { page_name: string } }).page.page_name, 'bakery');
  assert.equal((await send(bob, 'post', { page_id, text: 'Free bread' })).status, 403);
  const changed = await plaza.api(ada, 'PUT', `/apis/php/pages/page/${page_id}`, { about: 'Bread' });
  assert.equal((changed.body.data as { page_title: string }).page_title, 'The Bakery');
  for (const [path, count] of [
    ['pages/posts?page_id=', 1],
    ['data/load?get=posts_page&id=', 1],
    ['pages/photos?page_id=', 0],
  ] as const) {
    const { body } = await plaza.api(bob, 'GET', `/apis/php/${path}${page_id}`);
    assert.equal((body.data as unknown[]).length, count, path);
  }
  assert.equal(
    (await send(ada, 'team', { do: 'add', page_id, user_name: 'bob', role: 'editor' })).status,
    200,
  );
  const mine = await plaza.api(bob, 'GET', '/apis/php/pages/list?get=mine');
  assert.equal((mine.body.data as { role: string }[])[0]?.role, 'editor');
  assert.equal(
    (await plaza.api(ada, 'POST', '/apis/php/pages/decide', { do: 'verify', page_id })).status,
    403,
  );
  const shut = await send(olga, 'decide', { do: 'suspend', page_id, reason: 'Stale' });
  assert.equal((shut.body.data as { is_suspended: boolean }).is_suspended, true);
  assert.equal(
    (await plaza.api(bob, 'GET', '/apis/php/pages/page?page_name=BAKERY')).status,
    200,
    'the team sees the suspended page',
  );
  assert.equal((await send(bob, 'team', { do: 'leave', page_id })).status, 200);
  assert.equal((await plaza.api(bob, 'GET', '/apis/php/pages/page?page_name=bakery')).status, 404);
  assert.equal((await plaza.api(bob, 'DELETE', `/apis/php/pages/page/${page_id}`)).status, 404);
});

testPlaza('shows the author of a page’s post only to its team', async ({ app, ada, bob, plaza }) => {
  const id = await create(app, ada, 'bakery');
  const shared = await publishPost(app, bob, { text: 'Rye', privacy: 'public', photos: [] });
  const post = await say(app, ada, id, 'Hello @bob');
  await writeAsPage(app, ada, id, { text: '', photos: [], quoteId: shared });
  const read = async (viewer: Viewer) =>
    JSON.stringify((await plaza.api(viewer, 'GET', `/apis/php/posts/post/${post}`)).body);
  assert.match(await read(ada), /"user_name":"ada"/);
  assert.doesNotMatch(await read(bob), /"user_name":"ada"|Ada Test/);
  const notified = await plaza.api(bob, 'GET', '/apis/php/data/load?get=notifications');
  assert.doesNotMatch(JSON.stringify(notified.body), /"user_name":"ada"|Ada Test/);
  assert.deepEqual(
    (notified.body.data as { message: string }[]).map(({ message }) => message),
    ['bakery shared your post', 'bakery mentioned you in a post'],
  );
  // Ada may also appear in the sidebar as a suggestion, so check only the list.
  const [list = ''] = /<main[^]*<\/main>/.exec((await plaza.page(bob, '/notifications')).text) ?? [];
  assert.match(list, /mentioned you in a post/);
  assert.doesNotMatch(list, /Ada Test/);
  // Posts of a page are always public.
  const changed = await plaza.api(ada, 'PUT', `/apis/php/posts/post/${post}`, {
    text: 'Hello',
    privacy: 'me',
  });
  assert.deepEqual([changed.status, (changed.body.data as { privacy: string }).privacy], [200, 'public']);
});
