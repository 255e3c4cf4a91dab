import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { decrementCounts } from '../accounts/data/erase-plaza.ts';
import { listNotifications } from '../notifications/reading.ts';
import { block } from '../relationships/blocks.ts';
import { deletePost, restorePost } from '../posts/deleting.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { acceptAnswer, addAnswer, unacceptAnswer } from './answers.ts';
import { askQuestion, closeQuestion, editQuestion, reopenQuestion } from './questions.ts';
import { findSimilar } from './find-similar.ts';
import { listPublicQuestions, listQuestions, type QuestionsWanted } from './list-questions.ts';
import { getAnswers, getQuestion } from './reading.ts';
import { vote } from './voting.ts';

const ask = (app: App, asker: Viewer, title: string, tags = '', text = `${title} Please tell.`) =>
  askQuestion(app, asker, { title, text, tags });

const titles = async (app: App, viewer: Viewer | undefined, wanted: QuestionsWanted) =>
  (await listQuestions(app, viewer, wanted)).items.map(({ post }) => post.title);

const answersOf = async (app: App, viewer: Viewer | undefined, id: string) =>
  (await getAnswers(app, viewer, await getQuestion(app, viewer, id))).items;

const notified = async (app: App, viewer: Viewer, kind: string) =>
  (await listNotifications(app, viewer)).items.filter((each) => each.kind === kind).length;

test('a question can be asked, answered, voted on and solved', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada, 'How do I keep bread fresh?', 'bread, #food-storage');
  const asked = await getQuestion(app, bob, id);
  assert.deepEqual(asked.tags, ['bread', 'food_storage']);
  assert.match(asked.post.text, /\n\n#bread #food_storage$/);

  const first = await addAnswer(app, bob, id, 'In a **linen** bag.');
  const second = await addAnswer(app, carol, id, 'In the freezer.');
  assert.equal(await notified(app, ada, 'answer'), 1, 'both answers are one notification');
  assert.equal(await notified(app, bob, 'answer'), 1, 'the author of an answer follows the question');

  await vote(app, ada, second, 1);
  await vote(app, bob, second, 1);
  await vote(app, carol, first, -1);
  await vote(app, carol, id, 1);
  assert.deepEqual(
    (await answersOf(app, carol, id)).map(({ post, vote }) => [post.id, post.score, vote]),
    [
      [second, 2, 0],
      [first, -1, -1],
    ],
  );

  await acceptAnswer(app, ada, first);
  const solved = await getQuestion(app, carol, id);
  assert.equal(solved.acceptedId, first);
  assert.ok(solved.solvedAt);
  assert.deepEqual([solved.vote, solved.post.score, solved.post.replies], [1, 1, 2]);
  assert.deepEqual(
    (await answersOf(app, undefined, id)).map(({ isAccepted }) => isAccepted),
    [true, false],
  );
  assert.equal(await notified(app, bob, 'accepted'), 1);

  await acceptAnswer(app, ada, second);
  assert.equal(await notified(app, bob, 'accepted'), 0, 'accepting another answer removes the notification');
  assert.equal(await notified(app, carol, 'accepted'), 1);
  await unacceptAnswer(app, ada, second);
  assert.equal((await getQuestion(app, ada, id)).solvedAt, null);
  assert.equal(await notified(app, carol, 'accepted'), 0);
});

test('rejects invalid questions and actions without permission', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const answer = await addAnswer(app, bob, id, 'Assam.');
  await assert.rejects(ask(app, ada, '', ''), { kind: 'invalid', field: 'title' });
  await assert.rejects(ask(app, ada, 'What?', '', ' '), { kind: 'invalid', field: 'text' });
  await assert.rejects(ask(app, ada, 'What?', 'a b c d e f'), { kind: 'invalid', field: 'tags' });
  await assert.rejects(ask(app, ada, 'What?', 'c++'), { kind: 'invalid', field: 'tags' });
  await assert.rejects(askQuestion(app, ada, { title: 'W', text: 'T', categoryId: '1' }), {
    kind: 'invalid',
    field: 'category',
  });
  await assert.rejects(vote(app, ada, id, 1), { kind: 'forbidden' });
  await assert.rejects(acceptAnswer(app, bob, answer), { kind: 'forbidden' });
  await assert.rejects(addAnswer(app, bob, answer, 'An answer to an answer'), { kind: 'missing' });
  await assert.rejects(vote(app, bob, '999999', 1), { kind: 'missing' });

  await assert.rejects(closeQuestion(app, ada, id, { because: 'Enough' }), { kind: 'forbidden' });
  await assert.rejects(closeQuestion(app, olga, id, { because: '' }), { kind: 'invalid' });
  await assert.rejects(closeQuestion(app, olga, id, { because: '', duplicateOf: id }), { kind: 'invalid' });
  await closeQuestion(app, olga, id, { because: 'A matter of taste' });
  await assert.rejects(addAnswer(app, carol, id, 'Ceylon.'), { kind: 'conflict' });
  assert.equal((await getQuestion(app, undefined, id)).closedReason, 'A matter of taste');
  const again = await ask(app, carol, 'Which tea is it to be?');
  await closeQuestion(app, olga, again, { because: '', duplicateOf: id });
  assert.equal((await getQuestion(app, undefined, again)).duplicateOf, id);
  await assert.rejects(closeQuestion(app, olga, id, { because: '', duplicateOf: again }), {
    kind: 'invalid',
  });
  await reopenQuestion(app, olga, id);
  await addAnswer(app, carol, id, 'Ceylon.');
});

test('a new member can upvote but not downvote', async (app) => {
  const { ada } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const dave = { ...(await addPerson(app, 'dave')), registeredAt: app.clock.now() };
  await assert.rejects(vote(app, dave, id, -1), { kind: 'forbidden' });
  await vote(app, dave, id, 1);
  assert.equal((await getPost(app, ada, id)).score, 1);
});

testWithDatabase('counts all concurrent votes, and each person once', async ({ app }) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const answer = await addAnswer(app, ada, id, 'Assam.');
  await Promise.all(
    [bob, carol, olga].flatMap((voter) =>
      [1, -1, 1].map((value) => vote(app, voter, answer, value as 1 | -1)),
    ),
  );
  await Promise.all([bob, carol, olga].map((voter) => vote(app, voter, answer, 1)));
  assert.equal((await getPost(app, ada, answer)).score, 3);
  await Promise.all([bob, bob, carol].map((voter) => vote(app, voter, answer, 0)));
  assert.equal((await getPost(app, ada, answer)).score, 1);
  const { score } = await app.db
    .selectFrom('social.answer')
    .where('post_id', '=', answer)
    .select('score')
    .executeTakeFirstOrThrow();
  assert.equal(score, 1, 'the score that lists sort by is the same');
});

test('a question with helpful answers cannot be deleted, and a deleted accepted answer does not solve it', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const answer = await addAnswer(app, bob, id, 'Assam.');
  await acceptAnswer(app, ada, answer);
  await assert.rejects(deletePost(app, ada, id), { kind: 'conflict' });

  await deletePost(app, bob, answer);
  const alone = await getQuestion(app, undefined, id);
  assert.deepEqual([alone.solvedAt, alone.post.replies], [null, 0]);
  assert.deepEqual(await titles(app, undefined, { sort: 'unanswered' }), ['Which tea?']);
  await restorePost(app, bob, answer);
  assert.ok((await getQuestion(app, undefined, id)).solvedAt);

  await deletePost(app, olga, id);
  await assert.rejects(getPost(app, bob, answer), { kind: 'missing' });
});

test('lists sort by age, activity, votes and open questions, and are paginated', async (app) => {
  const { ada, bob } = await createWorld(app);
  const ids = [];
  for (let n = 1; n <= 21; n += 1) {
    ids.push(await ask(app, ada, `Number ${n}`, n % 2 ? 'odd' : 'even'));
    app.clock.turn(1000);
  }
  const [first = '', second = ''] = ids;
  await vote(app, bob, second, 1);
  await acceptAnswer(app, ada, await addAnswer(app, bob, first, 'Yes.'));
  for (const sort of ['newest', 'active', 'votes'] as const) {
    const page = await listQuestions(app, undefined, { sort });
    const rest = await listQuestions(app, undefined, { sort, after: page.next });
    const all: string[] = [...page.items, ...rest.items].map(({ post }) => post.id);
    assert.equal(new Set(all).size, 21, `${sort} has every question once`);
    assert.equal(rest.next, undefined);
    const top: Record<string, string | undefined> = { newest: ids.at(-1), active: first, votes: second };
    assert.equal(all[0], top[sort]);
  }
  assert.deepEqual(await titles(app, undefined, { sort: 'solved' }), ['Number 1']);
  assert.equal((await titles(app, undefined, { sort: 'unsolved', tag: 'Odd' })).length, 10);
  assert.deepEqual(await titles(app, undefined, { words: 'number 7' }), ['Number 7']);
  await assert.rejects(listQuestions(app, undefined, { after: 'x' }), { kind: 'invalid', field: 'after' });
});

test('finds similar questions by common words, titles before texts', async (app) => {
  const { ada, bob } = await createWorld(app);
  const bread = await ask(app, ada, 'How long does bread keep?', '', 'In summer.');
  await ask(app, ada, 'What grows in shade?', '', 'Beside bread.');
  const loaf = await ask(app, ada, 'Baking bread without yeast', '', 'Is there a way?');
  const found = await findSimilar(app, bob, 'Keeping my bread for long');
  assert.deepEqual(
    found.map(({ post }) => post.id),
    [bread, loaf],
  );
  assert.deepEqual(await findSimilar(app, bob, 'the of and'), []);
  assert.deepEqual(await findSimilar(app, bob, `' & :* | ! \\`), []);
});

test('hides blocked people below a question', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const answer = await addAnswer(app, bob, id, 'Assam.');
  await acceptAnswer(app, ada, answer);
  await block(app, carol, bob.id);
  assert.deepEqual(await answersOf(app, carol, id), []);
  await assert.rejects(vote(app, carol, answer, 1), { kind: 'missing' });
  const [citation] = await listPublicQuestions(app, { solved: true });
  assert.deepEqual(
    [citation?.post.id, citation?.best?.post.id, citation?.best?.isAccepted],
    [id, answer, true],
  );
  await block(app, ada, carol.id);
  assert.deepEqual(await titles(app, carol, {}), []);
});

test('removes a deleted account’s votes and answers from counts', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?');
  const answer = await addAnswer(app, bob, id, 'Assam.');
  await vote(app, bob, id, 1);
  await vote(app, carol, id, 1);
  await vote(app, carol, answer, -1);
  await acceptAnswer(app, ada, answer);
  await decrementCounts(app, carol.id);
  assert.equal((await getPost(app, ada, answer)).score, 0);
  await decrementCounts(app, bob.id);
  const { post, solvedAt } = await getQuestion(app, ada, id);
  assert.deepEqual([post.score, post.replies, solvedAt], [0, 0, null]);
});

test('only its asker can edit a question and its tags', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await ask(app, ada, 'Which tea?', 'tea');
  const changed = { title: 'Which tea in the morning?', text: 'Strong, please.', tags: 'morning tea' };
  await assert.rejects(editQuestion(app, bob, id, changed), { kind: 'forbidden' });
  await editQuestion(app, ada, id, changed);
  const { post, tags } = await getQuestion(app, bob, id);
  assert.deepEqual([post.title, tags], [changed.title, ['morning', 'tea']]);
  assert.deepEqual(await titles(app, undefined, { tag: 'morning' }), [changed.title]);
});
