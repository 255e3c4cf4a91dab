import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { getComment } from '../comments/reading.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { listForums } from '../forums/list-forums.ts';
import { addReply, startThread } from '../forums/threads/posting.ts';
import { listThreads } from '../forums/threads/list-threads.ts';
import { addPage } from '../pages/editing.ts';
import { writeAsPage } from '../pages/posts.ts';
import { editPost } from '../posts/editing.ts';
import { voteInPoll } from '../posts/polls/voting.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { vote } from '../questions/voting.ts';
import { askQuestion } from '../questions/questions.ts';
import { reactToComment } from '../reactions/reactions.ts';
import { learnWords } from '../search/learn-words.ts';
import { searchAll } from '../search/search-all.ts';
import { block } from './blocks.ts';

const say = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });

test('people blocked by the author of a page’s post can see the post, which does not name the author', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const pageId = await addPage(app, ada, {
    title: 'Bakery',
    username: 'bakery',
    category: '',
    about: '',
    website: '',
  });
  const post = await writeAsPage(app, ada, pageId, { text: 'Fresh bread', photos: [] });
  const own = await say(app, ada, 'My own bread');
  await block(app, ada, bob.id);
  await block(app, carol, ada.id);
  for (const viewer of [bob, carol]) {
    assert.equal((await getPost(app, viewer, post)).text, 'Fresh bread');
    await assert.rejects(getPost(app, viewer, own), { kind: 'missing' });
    const { posts } = await searchAll(app, viewer, { q: 'bread' });
    assert.deepEqual(
      posts.map(({ text }) => text),
      ['Fresh bread'],
    );
  }
});

test('excludes people blocked in either direction from the viewer’s counts', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await say(app, ada, 'Hello');
  const comment = await addComment(app, ada, post, 'Well');
  for (const viewer of [bob, carol]) await reactToComment(app, viewer, comment, 'like');
  const poll = await publishPost(app, ada, {
    text: 'Tea or coffee?',
    privacy: 'public',
    photos: [],
    poll: { options: ['Tea', 'Coffee'], isMultiple: true, isChangeable: true, minutes: 60 },
  });
  await voteInPoll(app, bob, poll, [1, 2]);
  await voteInPoll(app, carol, poll, [1]);
  const question = await askQuestion(app, ada, { title: 'Which tea?', text: 'Black or green?', tags: '' });
  await vote(app, bob, question, -1);
  await vote(app, carol, question, 1);
  const seen = async (viewer: Viewer) => {
    const { poll: results } = await getPost(app, viewer, poll);
    return {
      likes: (await getComment(app, viewer, comment)).reactions.like,
      votes: results?.options.map(({ votes }) => votes),
      voters: results?.voters,
      score: (await getPost(app, viewer, question)).score,
    };
  };
  assert.deepEqual(await seen(carol), { likes: 2, votes: [2, 1], voters: 2, score: 0 });
  await block(app, bob, carol.id);
  assert.deepEqual(await seen(carol), { likes: 1, votes: [1, 0], voters: 1, score: 1 });
  assert.deepEqual(await seen(ada), { likes: 2, votes: [2, 1], voters: 2, score: 0 });
});

test('forums count threads that the viewer can list, and mark them as unread', async (app) => {
  const { olga, ada, bob, carol } = await createWorld(app);
  const sectionId = await addSection(app, olga, 'Home');
  const forumId = await addForum(app, olga, { sectionId, parentId: null, title: 'Garden', description: '' });
  const start = (author: Viewer, title: string) =>
    startThread(app, author, { forumId, title, text: `About ${title}`, follows: true });
  const [roses, weeds] = [await start(ada, 'Roses'), await start(bob, 'Weeds')];
  const reply = (author: Viewer, threadId: string) =>
    addReply(app, author, { threadId, text: `By ${author.username} on ${threadId}`, follows: false });
  await reply(ada, weeds);
  await reply(bob, roses);
  await reply(ada, roses);
  const seen = async (viewer: Viewer) => {
    const [forum] = (await listForums(app, viewer)).flatMap(({ forums }) => forums);
    const { items: threads } = await listThreads(app, viewer, { forumId });
    return [forum?.threads, forum?.replies, threads.map(({ title, unread }) => [title, unread]).sort()];
  };
  assert.deepEqual(await seen(carol), [
    2,
    3,
    [
      ['Roses', 3],
      ['Weeds', 2],
    ],
  ]);
  await block(app, carol, bob.id);
  assert.deepEqual(await seen(carol), [1, 1, [['Roses', 2]]]);
});

test('does not suggest a correction from text that is no longer public', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await say(app, ada, 'Photography and xylophones');
  await say(app, ada, 'Photographs of trees');
  await learnWords(app);
  assert.equal((await searchAll(app, bob, { q: 'xylophomes' })).correctedTo, 'xylophones');
  await editPost(app, ada, id, { text: 'Photography and xylophones', privacy: 'me', alts: new Map() });
  assert.equal((await searchAll(app, bob, { q: 'xylophomes' })).correctedTo, undefined);
});
