import assert from 'node:assert/strict';
import type { KyselyPlugin } from 'kysely';
import { test, type TestApp } from '../../../../test/app.ts';
import { addPerson } from '../../../../test/world.ts';
import type { Viewer } from '../../../platform/app.ts';
import { addComment } from '../../comments/comments.ts';
import { acceptAnswer, addAnswer } from '../../questions/answers.ts';
import { vote } from '../../questions/voting.ts';
import { askQuestion, closeQuestion } from '../../questions/questions.ts';
import { react, reactToComment } from '../../reactions/reactions.ts';
import { savePost } from '../../saved/saved.ts';
import { followThread } from '../../notifications/thread-subscriptions.ts';
import { connect } from '../../relationships/connect.ts';
import { deletePost } from '../deleting.ts';
import { lockPost } from '../post-actions.ts';
import { publishPost } from '../publishing.ts';
import { getPostHeader } from './visible.ts';
import { getPost } from './get-posts.ts';

const written = { photos: [], privacy: 'public' } as const;

interface Count {
  /** Number of statements sent to the database. */
  statements: number;
  /** Number of statements that load a full post or comment. */
  whole: number;
}

async function countQueries(app: TestApp, work: (app: TestApp) => Promise<unknown>): Promise<Count> {
  const count = { statements: 0, whole: 0 };
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count.statements += 1;
      // Only full posts and comments have tallies; headers do not.
      if (result.rows[0] && 'tallies' in result.rows[0]) count.whole += 1;
      return Promise.resolve(result);
    },
  };
  await work({ ...app, db: app.db.withPlugin(counting) });
  return count;
}

async function prepare(app: TestApp): Promise<{ ada: Viewer; bob: Viewer; postId: string }> {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  return { ada, bob, postId: await publishPost(app, ada, { ...written, text: 'Said' }) };
}

test('actions on a post load only its header, never the full post', async (app) => {
  const { ada, bob, postId } = await prepare(app);
  const carol = await addPerson(app, 'carol');
  await connect(app, bob, 'block', carol.id);
  const commentId = await addComment(app, ada, postId, 'First');
  const questionId = await askQuestion(app, ada, { title: 'Why is it so?', text: 'It is.' });
  const answerId = await addAnswer(app, ada, questionId, 'Because it is.');
  const acts: Record<string, (app: TestApp) => Promise<unknown>> = {
    comment: (app) => addComment(app, bob, postId, 'Second'),
    reply: (app) => addComment(app, bob, postId, 'Third', commentId),
    'comment on an answer': (app) => addComment(app, bob, answerId, 'Fourth'),
    react: (app) => react(app, bob, postId, 'like'),
    unreact: (app) => react(app, bob, postId, null),
    'react to a comment': (app) => reactToComment(app, bob, commentId, 'like'),
    vote: (app) => vote(app, bob, questionId, 1),
    answer: (app) => addAnswer(app, bob, questionId, 'Because.'),
    accept: (app) => acceptAnswer(app, ada, answerId),
    save: (app) => savePost(app, bob, postId),
    follow: (app) => followThread(app, bob, questionId),
    delete: (app) => deletePost(app, ada, postId),
  };
  for (const [name, act] of Object.entries(acts)) {
    const { statements, whole } = await countQueries(app, act);
    assert.equal(whole, 0, `${name} does not load a full post`);
    assert.ok(statements > 1, `${name} runs statements`);
    if (name === 'save' || name === 'follow')
      assert.equal(statements, 2, `${name} reads the header and writes one row`);
  }
  assert.deepEqual(await countQueries(app, (app) => getPostHeader(app, ada, answerId)), {
    statements: 1,
    whole: 0,
  });
  assert.deepEqual(await countQueries(app, (app) => getPost(app, bob, questionId)), {
    statements: 1,
    whole: 1,
  });
});

test('rejects replies to a locked post or question, and returns 404 for a hidden one', async (app) => {
  const { ada, bob, postId } = await prepare(app);
  const questionId = await askQuestion(app, ada, { title: 'Why is it so?', text: 'It is.' });
  const answerId = await addAnswer(app, bob, questionId, 'Because it is.');
  const isClosed = async (id: string) => (await getPostHeader(app, bob, id)).isClosed;
  assert.deepEqual([await isClosed(postId), await isClosed(answerId)], [false, false]);
  await lockPost(app, ada, postId, true);
  await closeQuestion(app, { ...ada, permissions: ['moderate'] }, questionId, { because: 'Off topic' });
  assert.deepEqual(
    [await isClosed(postId), await isClosed(questionId), await isClosed(answerId)],
    [true, true, true],
  );
  const own = await publishPost(app, ada, { ...written, privacy: 'me', text: 'For me' });
  await assert.rejects(getPostHeader(app, bob, own), { kind: 'missing' });
  await assert.rejects(getPostHeader(app, undefined, own), { kind: 'missing' });
  assert.equal((await getPostHeader(app, ada, own)).author.id, ada.id);
});
