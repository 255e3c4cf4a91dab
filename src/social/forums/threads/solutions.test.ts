import assert from 'node:assert/strict';
import { addPerson } from '../../../../test/world.ts';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { minutes } from '../../../kernel/time.ts';
import type { Viewer } from '../../../platform/app.ts';
import { approveContent, hide } from '../../cases/effects.ts';
import { listNotifications } from '../../notifications/reading.ts';
import { deletePost, restorePost } from '../../posts/deleting.ts';
import { block, mute } from '../../relationships/blocks.ts';
import { addForum, addSection, archiveForum, updateForum } from '../forums.ts';
import { addModerator } from '../moderators.ts';
import { closeThread } from '../moderating/acts.ts';
import { mergeThreads, splitThread } from '../moderating/split-and-merge.ts';
import { getThread } from './get-thread.ts';
import { listThreads } from './list-threads.ts';
import { addReply, decrementThreadCounts, startThread } from './posting.ts';
import { markSolution, unmarkSolution } from './solutions.ts';

/** A thread of ada with replies by bob and carol, in a forum that dan moderates. */
async function createThread({ app, olga, ada, bob, carol }: World) {
  const dan = await addPerson(app, 'dan');
  const sectionId = await addSection(app, olga, 'House');
  const forum = { sectionId, parentId: null, title: 'Garden', description: '', hasSolutions: true };
  const forumId = await addForum(app, olga, forum);
  await addModerator(app, olga, forumId, 'dan');
  const start = (title: string) =>
    startThread(app, ada, { forumId, title, text: `About ${title}`, follows: false });
  const threadId = await start('Slugs');
  const reply = (author: Viewer, text: string) => addReply(app, author, { threadId, text, follows: false });
  const [beer, ducks] = [await reply(bob, 'Beer traps'), await reply(carol, 'Ducks')];
  const seen = async (viewer?: Viewer, id = threadId) => {
    const { isSolved, solution } = await getThread(app, viewer, id);
    return [isSolved, solution?.post.id];
  };
  const list = async (filter: 'solved' | 'unsolved', viewer?: Viewer) =>
    (await listThreads(app, viewer, { forumId, filter })).items.map(({ id }) => id);
  return { dan, forum, forumId, threadId, beer, ducks, start, seen, list };
}

testPlaza('the author and moderators mark a solution, and its author is told', async (world) => {
  const { app, olga, ada, bob, carol } = world;
  const { dan, forum, forumId, threadId, beer, ducks, start, seen, list } = await createThread(world);
  const told = async (who: Viewer) =>
    (await listNotifications(app, who)).items.filter(({ kind }) => kind === 'accepted').length;
  const other = await start('Snails');
  assert.deepEqual([await list('solved'), await list('unsolved')], [[], [other, threadId]]);
  await assert.rejects(markSolution(app, bob, beer), { kind: 'forbidden' });
  await assert.rejects(markSolution(app, ada, threadId), { kind: 'missing' });
  await markSolution(app, ada, beer);
  await markSolution(app, ada, beer);
  assert.deepEqual(await seen(), [true, beer]);
  assert.deepEqual([await told(bob), await told(carol)], [1, 0]);
  app.clock.turn(minutes(5));
  await markSolution(app, dan, ducks);
  assert.deepEqual(await seen(), [true, ducks]);
  assert.deepEqual([await told(bob), await told(carol)], [0, 1]);
  assert.deepEqual([await list('solved'), await list('unsolved')], [[threadId], [other]]);
  await unmarkSolution(app, ada, beer);
  assert.deepEqual(await seen(), [true, ducks], 'beer is not the solution any more');
  await unmarkSolution(app, ada, ducks);
  assert.deepEqual([await seen(), await told(carol)], [[false, undefined], 0]);
  const log = await app.db
    .selectFrom('identity.audit')
    .where('action', 'like', 'thread.%solve')
    .select('action')
    .execute();
  assert.deepEqual(
    log.map(({ action }) => action),
    ['thread.solve'],
    'only what moderators do is in the log',
  );
  await closeThread(app, dan, threadId, true);
  await assert.rejects(markSolution(app, ada, beer), { kind: 'forbidden' });
  await markSolution(app, dan, beer);
  await closeThread(app, dan, threadId, false);
  await updateForum(app, olga, { ...forum, id: forumId, hasSolutions: false });
  await assert.rejects(markSolution(app, ada, ducks), { kind: 'conflict' });
  assert.deepEqual(await seen(), [true, beer], 'solutions stay when they are switched off');
  await unmarkSolution(app, ada, beer);
  await archiveForum(app, olga, forumId, true);
  await assert.rejects(unmarkSolution(app, ada, beer), { kind: 'forbidden' });
});

testPlaza(
  'a thread is not solved while its solution is hidden, moved or of a deleted account',
  async (world) => {
    const { app, ada, bob, carol } = world;
    const { dan, threadId, beer, ducks, start, seen, list } = await createThread(world);
    await markSolution(app, ada, beer);
    await deletePost(app, bob, beer);
    assert.deepEqual([await seen(), await list('solved')], [[false, undefined], []]);
    await restorePost(app, bob, beer);
    assert.deepEqual([await seen(), await list('solved')], [[true, beer], [threadId]]);
    await hide(app, 'post', beer);
    assert.deepEqual(await seen(), [false, undefined]);
    assert.deepEqual(await seen(dan), [false, undefined]);
    await assert.rejects(markSolution(app, dan, beer), { kind: 'conflict' });
    await approveContent(app, 'post', beer);
    assert.deepEqual(await seen(), [true, beer]);
    await mute(app, carol, bob.id);
    assert.deepEqual(await seen(carol), [true, undefined]);
    await block(app, carol, bob.id);
    assert.deepEqual(await seen(carol), [true, undefined]);
    const newId = await splitThread(app, dan, threadId, {
      ...{ title: 'Beer', replyIds: [beer], andAfter: false },
    });
    assert.deepEqual([await seen(), newId], [[false, undefined], beer]);
    await markSolution(app, ada, ducks);
    const into = await start('Garden pests');
    await mergeThreads(app, dan, threadId, into);
    assert.deepEqual(await seen(undefined, into), [false, undefined]);
    await markSolution(app, ada, ducks);
    await decrementThreadCounts(app, carol.id);
    assert.deepEqual(await seen(undefined, into), [false, undefined]);
  },
);

testPlaza('a solution is marked over the API and on pages, and read in every format', async (world) => {
  const { app, plaza, ada, bob, olga } = world;
  const { forumId, threadId, beer, ducks } = await createThread(world);
  const page = `/forums/threads/${threadId}/slugs`;
  const call = (who: Viewer, given: object) => plaza.api(who, 'POST', '/apis/php/forums/solution', given);
  assert.match((await plaza.page(ada, page)).text, /Mark as solution/);
  for (const who of [bob, undefined])
    assert.doesNotMatch((await plaza.page(who, page)).text, /Mark as solution|class="solution-box"/);
  assert.equal((await call(bob, { do: 'mark', reply_id: beer })).status, 403);
  assert.equal((await call(ada, { do: 'mark', reply_id: '999999' })).status, 404);
  assert.equal((await call(ada, { do: 'mark', reply_id: ducks })).status, 200);
  assert.equal((await plaza.form(bob, `/forums/posts/${beer}/solution`, { do: 'mark' })).status, 403);
  const marked = await plaza.form(ada, `/forums/posts/${beer}/solution`, { do: 'mark' });
  assert.equal(marked.headers.location, `/forums/threads/${threadId}?reply=${beer}#post-${beer}`);
  const shown = await plaza.page(undefined, page);
  assert.match(shown.text, /class="solution-box"[^]*Solved by[^]*#1[^]*Beer traps/);
  assert.match((await plaza.page(ada, page)).text, /Undo solution/);
  const data = JSON.parse(
    /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(shown.text)?.[1] ?? '',
  ) as { mainEntity: { acceptedAnswer: { text: string }; suggestedAnswer: object[] } };
  assert.equal(data.mainEntity.acceptedAnswer.text, 'Beer traps');
  assert.equal(data.mainEntity.suggestedAnswer.length, 1);
  assert.match((await plaza.page(undefined, `/forums/${forumId}/garden?filter=solved`)).text, />Solved</);
  const twin = await plaza.page(undefined, page, { accept: 'text/markdown' });
  assert.match(twin.text, /Solved by \[#1\]\(.*\) of @bob\.[^]*## #1: solution/);
  assert.match(
    (await plaza.page(bob, '/notifications')).text,
    /marked your reply in “Slugs” as the solution/,
  );
  const one = await plaza.api(ada, 'GET', `/apis/php/forums/thread/${threadId}`);
  const { is_solved, solution_id, may_solve } = one.body.data as Record<string, unknown>;
  assert.deepEqual([is_solved, solution_id, may_solve], [true, beer, true]);
  const list = (query: string) => plaza.api(ada, 'GET', `/apis/php/forums/threads?${query}`);
  const { threads } = (await list(`forum_id=${forumId}&filter=solved`)).body.data as {
    threads: { id: string; is_solved: boolean }[];
  };
  assert.deepEqual(
    threads.map(({ id, is_solved }) => [id, is_solved]),
    [[threadId, true]],
  );
  assert.equal((await list('filter=solved')).status, 400);
  const off = { do: 'update', forum_id: forumId, has_solutions: false };
  assert.equal((await plaza.api(olga, 'POST', '/apis/php/forums/forum', off)).status, 200);
  assert.doesNotMatch((await plaza.page(undefined, `/forums/${forumId}/garden`)).text, /filter=solved/);
  assert.equal((await call(ada, { do: 'unmark', reply_id: beer })).status, 200);
  assert.equal((await call(ada, { do: 'mark', reply_id: beer })).status, 409);
  const saved = await plaza.form(olga, `/operator/forums/${forumId}`, {
    ...{ do: 'save', title: 'Garden', description: '', parent: '', solutions: 'on' },
    section_id: (await app.db.selectFrom('social.forum').select('section_id').executeTakeFirstOrThrow())
      .section_id,
  });
  assert.equal(saved.status, 303, saved.text);
  assert.match((await plaza.page(undefined, `/forums/${forumId}/garden`)).text, /filter=solved/);
});
