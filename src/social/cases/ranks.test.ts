import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addModerator, caseOf, createWorld, device, password } from '../../../test/world.ts';
import {
  cancelAccountDeletion,
  requestAccountDeletion,
} from '../../identity/account-deletion/account-deletion.ts';
import { releasePerson, suspendPerson } from '../../identity/people/operator-actions.ts';
import { reinstateDue } from '../../identity/people/suspend-account.ts';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment, deleteComment, restoreComment } from '../comments/comments.ts';
import { deletePost, restorePost } from '../posts/deleting.ts';
import { lockPost } from '../posts/post-actions.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addReport } from '../reports/reports.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { listCases } from './reading.ts';
import { settleCase } from './settle-case.ts';
import { undoSettlement } from './undo.ts';

const say = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });

const suspension = async (app: App, id: string) =>
  app.db
    .selectFrom('identity.account')
    .select(['suspended_until as until', 'suspension_reason as reason'])
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();

test('reversing a case ends only its own suspension, and a shorter suspension does not replace a longer one', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const mona = await addModerator(app, 'mona');
  const reported = async (text: string) => {
    const post = await say(app, ada, text);
    await addReport(app, bob, { subject: 'post', id: post, category: 'violence', reason: '' });
    return caseOf(app, 'post', post);
  };
  const [first, second] = [await reported('Threats'), await reported('Other threats')];
  await settleCase(app, mona, first, { decision: 'suspend', message: 'A day', days: 1 });
  await suspendPerson(app, olga, ada.id, 'For good');
  assert.deepEqual(await suspension(app, ada.id), { until: null, reason: 'For good' });
  await settleCase(app, mona, second, { decision: 'suspend', message: 'Two days', days: 2 });
  assert.deepEqual(await suspension(app, ada.id), { until: null, reason: 'For good' });
  await undoSettlement(app, mona, second);
  assert.deepEqual(await suspension(app, ada.id), { until: null, reason: 'For good' });
  app.clock.turn(days(3));
  await reinstateDue(app);
  assert.deepEqual(await suspension(app, ada.id), { until: null, reason: 'For good' });
  const rows = await app.db
    .selectFrom('identity.suspension')
    .select(['suspended_by', 'source', 'reason'])
    .where('account_id', '=', ada.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { suspended_by: mona.id, source: `case ${first}`, reason: 'A day' },
    { suspended_by: olga.id, source: '', reason: 'For good' },
    { suspended_by: mona.id, source: `case ${second}`, reason: 'Two days' },
  ]);
  await releasePerson(app, olga, ada.id);
  assert.equal(await suspension(app, ada.id), undefined);
});

test('a moderator cannot moderate an operator or suspend another moderator', async (app) => {
  const { bob, olga } = await createWorld(app);
  const [mona, max] = [await addModerator(app, 'mona'), await addModerator(app, 'max')];
  const reported = async (author: Viewer) => {
    const post = await say(app, author, `By ${author.username}`);
    await addReport(app, bob, { subject: 'post', id: post, category: 'violence', reason: '' });
    return { post, id: await caseOf(app, 'post', post) };
  };
  const [hers, his] = [await reported(olga), await reported(max)];
  for (const decision of ['hide', 'remove', 'warn', 'suspend'] as const)
    await assert.rejects(settleCase(app, mona, hers.id, { decision, message: 'No' }), { kind: 'forbidden' });
  for (const decision of ['warn', 'suspend'] as const)
    await assert.rejects(settleCase(app, mona, his.id, { decision, message: 'No' }), { kind: 'forbidden' });
  await assert.rejects(deletePost(app, mona, hers.post), { kind: 'forbidden' });
  await assert.rejects(lockPost(app, mona, hers.post, true), { kind: 'forbidden' });
  const comment = await addComment(app, olga, his.post, 'Well');
  await assert.rejects(deleteComment(app, mona, comment), { kind: 'forbidden' });
  await suspendPerson(app, olga, max.id, 'A pause');
  await assert.rejects(settleCase(app, mona, his.id, { decision: 'suspend', message: 'No' }), {
    kind: 'forbidden',
  });
  await settleCase(app, mona, his.id, { decision: 'remove' });
  await deletePost(app, olga, hers.post);
});

test('content deleted by its author stays deleted after a decision', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const post = await say(app, ada, 'Rude');
  const other = await say(app, ada, 'Rather rude');
  const below = await say(app, bob, 'Polite');
  const comment = await addComment(app, ada, below, 'Rude as well');
  const ids = [];
  for (const [subject, id] of [
    ['post', post],
    ['post', other],
    ['comment', comment],
  ] as const) {
    await addReport(app, bob, { subject, id, category: 'violence', reason: '' });
    ids.push(await caseOf(app, subject, id));
  }
  await deletePost(app, ada, post);
  await deletePost(app, ada, other);
  await deleteComment(app, ada, comment);
  await settleCase(app, olga, ids[0] ?? '', { decision: 'remove' });
  await settleCase(app, olga, ids[1] ?? '', { decision: 'hide' });
  await settleCase(app, olga, ids[2] ?? '', { decision: 'remove' });
  await assert.rejects(restorePost(app, ada, post), { kind: 'missing' });
  await assert.rejects(restoreComment(app, ada, comment), { kind: 'missing' });
  await restorePost(app, ada, other);
  await assert.rejects(getPost(app, bob, other), { kind: 'missing' });
  const counted = async () => [
    (await getPersonCounts(app, ada.id)).posts,
    (await getPost(app, bob, below)).comments,
  ];
  assert.deepEqual(await counted(), [0, 0]);
  for (const id of ids) await undoSettlement(app, olga, id);
  await assert.rejects(
    getPost(app, bob, post),
    { kind: 'missing' },
    'a post deleted by its author stays deleted',
  );
  assert.equal((await getPost(app, bob, other)).text, 'Rather rude');
  await restorePost(app, ada, post);
  await restoreComment(app, ada, comment);
  assert.equal((await getPost(app, bob, post)).text, 'Rude');
  assert.deepEqual(await counted(), [2, 1]);
});

test('cases of an account scheduled for deletion stay in the queue', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const post = await say(app, ada, 'Buy this at once');
  await addReport(app, bob, { subject: 'post', id: post, category: 'spam', reason: '' });
  const id = await caseOf(app, 'post', post);
  await requestAccountDeletion(app, ada.id, 'account', { password, device });
  assert.deepEqual(
    (await listCases(app, olga)).items.map((one) => one.id),
    [id],
  );
  await settleCase(app, olga, id, { decision: 'remove' });
  await cancelAccountDeletion(app, ada.id, 'account');
  await assert.rejects(getPost(app, bob, post), { kind: 'missing' });
});
