import type { KyselyPlugin } from 'kysely';
import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { addForum, addSection } from '../forums.ts';
import { listAllForums } from '../forum.ts';
import { listForumsBelow } from '../list-forums.ts';
import { addModerator } from '../moderators.ts';
import { startThread } from '../threads/posting.ts';

testPlaza('a thread can be started, answered, quoted, followed and read without scripts', async (world) => {
  const { plaza, olga, ada, bob } = world;
  assert.equal((await plaza.form(ada, '/operator/forums/sections', { title: 'House' })).status, 403);
  assert.equal((await plaza.form(olga, '/operator/forums/sections', { title: 'House' })).status, 303);
  const operating = await plaza.page(olga, '/operator/forums');
  const section = /name="section_id" value="(\d+)"/.exec(operating.text)?.[1] ?? '';
  const created = await plaza.form(olga, '/operator/forums', {
    section_id: section,
    title: 'Garden',
    description: 'What grows',
    parent: '',
  });
  assert.equal(created.status, 303, created.text);
  const index = await plaza.page(undefined, '/forums');
  const forum = /href="(\/forums\/(\d+)\/garden)"/.exec(index.text);
  const [, path = '', id = ''] = forum ?? [];
  assert.equal((await plaza.page(undefined, `/forums/${id}/lawn`)).headers.location, path);

  const preview = await plaza.form(ada, '/forums/threads', {
    forum_id: id,
    title: 'Slugs',
    text: '**Oh**',
    act: 'preview',
  });
  assert.equal(preview.status, 200);
  assert.match(preview.text, /<strong>Oh<\/strong>/);
  const refused = await plaza.form(ada, '/forums/threads', { forum_id: id, title: ' ', text: 'Help' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Enter a title/);
  const started = await plaza.form(ada, '/forums/threads', {
    forum_id: id,
    title: 'Slugs',
    text: 'What **helps**?',
    follows: 'on',
  });
  const thread = String(started.headers.location);
  assert.match(thread, /^\/forums\/threads\/\d+\/slugs$/);
  const threadId = thread.split('/')[3] ?? '';
  assert.match((await plaza.page(bob, path)).text, /data-unread/);

  const form = await plaza.page(bob, `${thread}?quote=${threadId}`);
  assert.match(form.text, new RegExp(`name="quote_id" value="${threadId}"`));
  const replied = await plaza.form(bob, `/forums/threads/${threadId}/replies`, {
    text: 'Beer',
    quote_id: threadId,
    follows: 'on',
  });
  const at = String(replied.headers.location);
  assert.match(at, new RegExp(`^${thread}#post-\\d+$`));
  const replyId = at.split('-').at(-1) ?? '';
  assert.equal(
    (await plaza.page(undefined, `/posts/${replyId}`)).headers.location,
    `/forums/threads/${threadId}?reply=${replyId}#post-${replyId}`,
  );
  assert.equal(
    (await plaza.page(undefined, `/forums/threads/${threadId}?reply=${replyId}`)).headers.location,
    at,
  );
  assert.equal((await plaza.page(ada, `/forums/threads/${threadId}?to=unread`)).headers.location, at);
  const read = await plaza.page(undefined, thread);
  assert.match(read.text, /class="quoted"/);
  assert.match(read.text, /rel="canonical" href="http:\/\/plaza\.test\/forums\/threads\/\d+\/slugs"/);
  const data = JSON.parse(
    /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(read.text)?.[1] ?? '',
  ) as Record<string, unknown>;
  assert.equal(data['@type'], 'DiscussionForumPosting');
  assert.equal((data.comment as object[]).length, 1);
  const twin = await plaza.page(undefined, thread, { accept: 'text/markdown' });
  assert.match(twin.text, /^# Slugs\n\nIn \[Garden\]/);
  assert.match((await plaza.page(undefined, '/forums', { accept: 'text/markdown' })).text, /\[Garden\]/);
  assert.match((await plaza.page(ada, '/notifications')).text, /replied in/);

  assert.equal((await plaza.form(bob, `/forums/threads/${threadId}/follow`, { do: 'unfollow' })).status, 303);
  assert.equal((await plaza.form(bob, `/forums/posts/${replyId}/edit`, { text: 'Beer traps' })).status, 303);
  assert.equal((await plaza.form(ada, `/forums/posts/${replyId}/edit`, { text: 'No' })).status, 403);
  assert.match((await plaza.page(undefined, thread)).text, /Beer traps/);
  assert.equal((await plaza.form(bob, `/posts/${replyId}/delete`)).status, 303);
  assert.doesNotMatch((await plaza.page(undefined, thread)).text, /Beer traps/);
  assert.equal((await plaza.form(ada, '/forums/read', { forum_id: id })).headers.location, path);
  assert.equal((await plaza.page(undefined, `${thread}?page=9`)).status, 404);
});

testPlaza(
  'a forum moderator can pin, close, move, split, merge and rename threads only in their forum',
  async (world) => {
    const { app, plaza, olga, ada, bob, carol } = world;
    const sectionId = await addSection(app, olga, 'House');
    const create = (title: string) =>
      addForum(app, olga, { sectionId, parentId: null, title, description: '' });
    const [garden, kitchen] = [await create('Garden'), await create('Kitchen')];
    await addModerator(app, olga, garden, 'carol');
    const start = async (title: string) => {
      const { body } = await plaza.api(ada, 'POST', '/apis/php/forums/thread', {
        forum_id: garden,
        title,
        text: `About ${title}`,
      });
      return (body.data as { post_id: string }).post_id;
    };
    const reply = async (thread_id: string, text: string) => {
      const { body } = await plaza.api(bob, 'POST', '/apis/php/forums/reply', { thread_id, text });
      return (body.data as { post_id: string }).post_id;
    };
    const act = async (who: typeof ada, body: object) =>
      plaza.api(who, 'POST', '/apis/php/forums/moderate', body);
    const thread = await start('Slugs');
    const ids = [
      await reply(thread, 'Beer'),
      await reply(thread, 'Ducks'),
      await reply(thread, 'Roses, though'),
      await reply(thread, 'Red ones'),
    ];
    assert.equal((await act(ada, { do: 'pin', thread_id: thread })).status, 403);
    for (const what of ['pin', 'lock', 'unlock'])
      assert.equal((await act(carol, { do: what, thread_id: thread })).status, 200, what);
    assert.equal(
      (await act(carol, { do: 'rename', thread_id: thread, title: 'Slugs and snails' })).status,
      200,
    );
    const split = await plaza.form(carol, `/forums/moderate/${thread}`, {
      do: 'split',
      new_title: 'Roses',
      reply_ids: ids[2] ?? '',
      and_after: 'on',
    });
    assert.equal(split.headers.location, `/forums/threads/${ids[2]}/roses`, split.text);
    const splitThread = await plaza.api(bob, 'GET', `/apis/php/forums/thread/${ids[2]}`);
    const { replies } = splitThread.body.data as { replies: { place: number; post: { text: string } }[] };
    assert.deepEqual(
      replies.map(({ place, post }) => [place, post.text]),
      [[1, 'Red ones']],
    );
    assert.equal(
      (await plaza.page(undefined, `/posts/${ids[3]}`)).headers.location,
      `/forums/threads/${ids[2]}?reply=${ids[3]}#post-${ids[3]}`,
    );
    assert.equal(
      (await plaza.page(undefined, `/forums/threads/${thread}?reply=${ids[3]}`)).headers.location,
      `/forums/threads/${ids[2]}?reply=${ids[3]}#post-${ids[3]}`,
    );
    const counts = async () => {
      const { body } = await plaza.api(bob, 'GET', '/apis/php/forums/list');
      const [section] = body.data as { forums: { threads: number; replies: number }[] }[];
      return section?.forums.map(({ threads, replies }) => [threads, replies]);
    };
    assert.deepEqual(await counts(), [
      [2, 3],
      [0, 0],
    ]);
    const other = await start('Moss');
    await reply(other, 'Scrape it');
    assert.equal((await act(carol, { do: 'merge', thread_id: other, into_id: thread })).status, 200);
    assert.deepEqual(await counts(), [
      [2, 5],
      [0, 0],
    ]);
    assert.equal(
      (await plaza.page(undefined, `/forums/threads/${other}/moss`)).headers.location,
      `/forums/threads/${thread}?reply=${other}#post-${other}`,
    );
    const merged = await plaza.page(carol, `/forums/threads/${thread}/slugs-and-snails`);
    assert.match(merged.text, /into this thread/);
    assert.match(merged.text, /reopened this thread/);
    assert.equal((await act(carol, { do: 'move', thread_id: thread, forum_id: kitchen })).status, 200);
    assert.deepEqual(await counts(), [
      [1, 1],
      [1, 4],
    ]);
    assert.match(
      (await plaza.page(undefined, `/forums/threads/${thread}/slugs-and-snails`)).text,
      /moved this thread here from/,
    );
    assert.equal((await act(carol, { do: 'lock', thread_id: thread })).status, 403);
    assert.equal((await act(olga, { do: 'lock', thread_id: thread })).status, 200);
    const closed = await plaza.form(bob, `/forums/threads/${thread}/replies`, { text: 'Late' });
    assert.equal(closed.status, 409);
    assert.match(closed.text, /This thread is closed/);
    assert.equal((await plaza.form(carol, `/posts/${ids[3]}/delete`)).status, 303);
    assert.equal((await plaza.form(carol, `/posts/${ids[3]}/restore`)).status, 303);
    assert.equal((await plaza.form(carol, `/posts/${ids[0]}/delete`)).status, 403);
    assert.equal((await plaza.page(carol, `/forums/moderate/${ids[2]}/arrange`)).status, 200);
    assert.equal((await plaza.page(bob, `/forums/moderate/${ids[2]}/arrange`)).status, 403);
  },
);

testPlaza('a forum lists its subforums with their counts and links to its parent', async (world) => {
  const { app, plaza, olga, ada } = world;
  const at = { sectionId: await addSection(app, olga, 'House'), description: '' };
  const garden = await addForum(app, olga, { ...at, parentId: null, title: 'Garden' });
  const roses = await addForum(app, olga, { ...at, parentId: garden, title: 'Roses' });
  await addForum(app, olga, { ...at, parentId: null, title: 'Kitchen' });
  await startThread(app, ada, { forumId: roses, title: 'Slugs', text: 'Oh', follows: true });
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  };
  const forums = await listAllForums(app);
  const one = (id: string) => forums.find((forum) => forum.id === id)!;
  const db: typeof app.db = app.db.withPlugin(counting);
  assert.deepEqual(await listForumsBelow({ ...app, db }, ada, one(roses), forums), []);
  assert.equal(statements, 0, 'a forum without subforums needs no query');
  const above = (await plaza.page(ada, `/forums/${garden}/garden`)).text;
  assert.match(above, /Roses[^]*1 thread · 0 replies/);
  assert.doesNotMatch(above, /Kitchen/);
  assert.match((await plaza.page(ada, `/forums/${roses}/roses`)).text, /href="\/forums\/\d+\/garden"/);
  assert.equal((await plaza.page(ada, '/forums/987654321/roses')).status, 404);
});
