import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { upload } from '../../../test/upload.ts';
import { createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addAppeal, listDecisions } from '../appeals/appeals.ts';
import { deleteCopies } from '../cases/messages.ts';
import { listCases } from '../cases/reading.ts';
import { settleCase } from '../cases/settle-case.ts';
import { settleAppeal } from '../cases/appeals.ts';
import { undoSettlement } from '../cases/undo.ts';
import { deleteMessage, sendMessage } from '../chat/messages/messages.ts';
import { listMessages } from '../chat/messages/reading.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';
import { connect } from '../relationships/connect.ts';
import { addReport } from './reports.ts';

/**
 * Bob writes eight messages before the bad one and seven after it, to a group with Carol, whom Ada has
 * blocked.
 */
async function writeMuch(app: App, { ada, bob, carol }: Record<'ada' | 'bob' | 'carol', Viewer>) {
  const { conversationId } = await sendMessage(app, bob, {
    recipients: [ada.id, carol.id],
    text: 'Before 0',
  });
  const say = (author: Viewer, text: string) => sendMessage(app, author, { conversationId, text });
  for (let n = 1; n <= 7; n++) await say(bob, `Before ${n}`);
  await say(carol, 'From Carol');
  const bad = await say(bob, 'Something bad');
  for (let n = 1; n <= 7; n++) await say(bob, `After ${n}`);
  await connect(app, ada, 'block', carol.id);
  return { conversationId, bad: bad.id };
}

const report = (app: App, reporter: Viewer, id: string) =>
  addReport(app, reporter, { subject: 'message', id, category: 'harassment', reason: 'Look' });
const shownTo = async (app: App, moderator: Viewer) =>
  (await listCases(app, moderator)).items.map(({ messages }) => messages.map(({ text }) => text));
const notified = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(inWords);

test('shows moderators the reported message and five around it that are visible to the reporter', async (app) => {
  const world = await createWorld(app);
  const { ada, bob, carol, olga } = world;
  const { conversationId, bad } = await writeMuch(app, world);
  assert.equal(await report(app, ada, bad), true);
  assert.equal(await report(app, ada, bad), false);
  const expected = [
    ...[3, 4, 5, 6, 7].map((n) => `Before ${n}`),
    'Something bad',
    ...[1, 2, 3, 4, 5].map((n) => `After ${n}`),
  ];
  assert.deepEqual(await shownTo(app, olga), [expected]);
  // Messages deleted after the report remain available to moderators.
  await deleteMessage(app, bob, bad);
  assert.deepEqual(await shownTo(app, olga), [expected]);
  await assert.rejects(listMessages(app, olga, conversationId), { kind: 'missing' });
  await assert.rejects(report(app, olga, bad), { kind: 'missing' });
  await assert.rejects(report(app, carol, bad), { kind: 'missing' }, 'a deleted message cannot be reported');
});

test('only members can report another member’s message', async (app) => {
  const world = await createWorld(app);
  const { ada, bob, carol, olga } = world;
  const { conversationId, bad } = await writeMuch(app, world);
  await assert.rejects(report(app, olga, bad), { kind: 'missing' });
  await assert.rejects(report(app, bob, bad), {
    kind: 'invalid',
    message: /This is yours\. You can delete it/,
  });
  await assert.rejects(report(app, ada, '999999999999'), { kind: 'missing' });
  const { items } = await listMessages(app, carol, conversationId, { page: 0, max: 50 });
  const event = items.find((message) => message.event === 'created');
  await assert.rejects(report(app, carol, event?.id ?? ''), { kind: 'invalid' });
  const fromCarol = items.find(({ text }) => text === 'From Carol');
  await assert.rejects(
    report(app, ada, fromCarol?.id ?? ''),
    { kind: 'missing' },
    'a message hidden by a block cannot be reported',
  );
});

test('a removed message is hidden from everyone and restored when the decision is reversed', async (app) => {
  const world = await createWorld(app);
  const { ada, bob, olga } = world;
  const { conversationId, bad } = await writeMuch(app, world);
  await report(app, ada, bad);
  const [one] = (await listCases(app, olga)).items;
  const id = one?.id ?? '';
  const read = async (viewer: Viewer) => {
    const { items } = await listMessages(app, viewer, conversationId, { max: 50 });
    const found = items.find((message) => message.id === bad);
    return [found?.text, found?.isDeleted, found?.isRemoved];
  };
  await assert.rejects(settleCase(app, olga, id, { decision: 'hide' }), { kind: 'invalid' });
  await settleCase(app, olga, id, { decision: 'remove', message: 'Be kind' });
  for (const viewer of [ada, bob]) assert.deepEqual(await read(viewer), ['', true, true]);
  assert.ok((await notified(app, bob)).includes('Your message was removed by a moderator'));
  assert.ok((await notified(app, ada)).includes('Your report was reviewed and action was taken'));
  assert.equal((await listDecisions(app, bob.id))[0]?.excerpt, 'Something bad');

  await undoSettlement(app, olga, id);
  for (const viewer of [ada, bob]) assert.deepEqual(await read(viewer), ['Something bad', false, false]);
  await settleCase(app, olga, id, { decision: 'remove' });
  await addAppeal(app, bob.id, id, 'It was a joke');
  const appeal = await app.db.selectFrom('social.appeal').select('id').executeTakeFirstOrThrow();
  await settleAppeal(app, olga, appeal.id, { outcome: 'granted', answer: '' });
  assert.deepEqual(await read(bob), ['Something bad', false, false]);
});

test('keeps the file of a message with its case and deletes it with the copies', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const path = await upload(app, bob, Buffer.from('notes'), { kind: 'file', name: 'notes.txt' });
  const files = [{ path, kinds: ['file'], field: 'file' }] as const;
  const { id } = await sendMessage(app, bob, { recipients: [ada.id], text: '', files });
  await report(app, ada, id);
  await deleteMessage(app, bob, id);
  assert.ok(!(await queuedJobs(app)).some(({ name }) => name === 'social.remove-message-files'));
  const [one] = (await listCases(app, olga)).items;
  assert.equal(one?.messages[0]?.files[0]?.name, 'notes.txt');
  await settleCase(app, olga, one.id, { decision: 'remove' });
  app.clock.turn(days(89));
  await deleteCopies(app);
  assert.equal((await app.db.selectFrom('social.case_message').selectAll().execute()).length, 1);
  app.clock.turn(days(2));
  await deleteCopies(app);
  assert.deepEqual(await app.db.selectFrom('social.case_message').selectAll().execute(), []);
  const { used_at } = await app.db
    .selectFrom('social.upload')
    .where('path', '=', path)
    .select('used_at')
    .executeTakeFirstOrThrow();
  assert.equal(used_at, null, 'the next sweep deletes the file');
});

testPlaza(
  'messages can be reported from their menu and through the API',
  async ({ app, ada, bob, carol, olga, plaza }) => {
    const sent = await sendMessage(app, bob, { recipients: [ada.id], text: 'Buy my course' });
    await sendMessage(app, ada, { conversationId: sent.conversationId, text: 'No thanks' });
    const page = await plaza.page(ada, `/messages/${sent.conversationId}/messages/${sent.id}/menu`);
    assert.match(page.text, new RegExp(`/report\\?handle=message&(amp;)?id=${sent.id}`));
    assert.match((await plaza.page(ada, `/report?handle=message&id=${sent.id}`)).text, /Buy my course/);
    assert.equal((await plaza.page(carol, `/report?handle=message&id=${sent.id}`)).status, 404);
    const form = { handle: 'message', id: sent.id, category: 'spam', reason: '' };
    const answer = await plaza.form(ada, '/report', form);
    assert.equal(answer.status, 303);
    const queue = await plaza.page(olga, '/moderation');
    assert.match(queue.text, /Buy my course/);
    assert.match(queue.text, /No thanks/);
    assert.doesNotMatch(queue.text, new RegExp(`/messages/${sent.conversationId}`));
    const refused = await plaza.api(carol, 'POST', '/apis/php/data/report', form);
    assert.equal(refused.status, 404);
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/data/report', form)).status, 200);
  },
);
