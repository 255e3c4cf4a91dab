import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { addPerson } from '../../../../test/world.ts';
import type { App } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { getConversation } from '../conversations/reading.ts';
import { createGroup } from '../conversations/conversations.ts';
import { editMessage, forwardMessage, sendMessage } from '../messages/messages.ts';
import { addMembers, renameGroup } from './group.ts';

/** Ada and Bob are friends, Carol is a stranger to both, and moderation has two word rules. */
async function begin({ app, ada, bob }: World) {
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const rule = { kind: 'word', added_at: app.clock.now() } as const;
  await app.db
    .insertInto('social.text_rule')
    .values([
      { ...rule, pattern: 'scam', outcome: 'refuse' },
      { ...rule, pattern: 'casino', outcome: 'hold' },
    ])
    .execute();
}

testPlaza('spam rules apply to everything that strangers read, and to links', async (world) => {
  const { app, ada, bob, carol } = world;
  await begin(world);
  const refused = (sent: Promise<unknown>, field = 'message') =>
    assert.rejects(sent, { kind: 'invalid', field });
  const say = (text: string, to: { conversationId: string } | { recipients: string[]; title?: string }) =>
    sendMessage(app, ada, { ...to, text });

  const friends = await say('My casino is no scam', { recipients: [bob.id] });
  await refused(say('My casino: https://example.org', friends));
  const first = await say('Hello', { recipients: [carol.id] });
  for (const text of ['Casino', 'A scam']) {
    await refused(say(text, { recipients: [carol.id] }));
    await refused(say(text, { recipients: [bob.id, carol.id] }));
    await refused(say('Hello', { recipients: [bob.id, carol.id], title: text }), 'title');
    await refused(editMessage(app, ada, first.id, text));
  }
  await refused(forwardMessage(app, ada, friends.id, { conversationId: first.conversationId }));
  await refused(createGroup(app, ada, { title: 'Casino', memberIds: [carol.id] }), 'title');
  const { conversationId } = await say('Hello', { recipients: [bob.id, carol.id], title: 'Bakers' });
  await refused(renameGroup(app, ada, conversationId, 'Casino'), 'title');
  await refused(say('Casino', { conversationId }));
  const rows = await app.db.selectFrom('social.conversation').select('title').orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['', '', 'Bakers'],
    'rejected messages create no conversation',
  );

  const answer = { text: 'Here I am' };
  for (const to of [first, { conversationId }]) await sendMessage(app, carol, { ...answer, ...to });
  await say('Casino', { conversationId });
  const verdicts = await app.db.selectFrom('social.verdict').select('outcome').execute();
  assert.ok(verdicts.some(({ outcome }) => outcome === 'refuse'));
});

testPlaza('the title of a group is moderated when strangers are added to it', async (world) => {
  const { app, ada, bob, carol } = world;
  await begin(world);
  const id = await createGroup(app, ada, { title: 'Casino', memberIds: [bob.id] });
  await assert.rejects(addMembers(app, ada, id, [carol.id]), { kind: 'invalid', field: 'title' });
  assert.equal((await getConversation(app, ada, id)).memberCount, 2);
  await renameGroup(app, ada, id, 'Bakers');
  await addMembers(app, ada, id, [carol.id]);
});

testPlaza('the same first message to several strangers is spam, and to friends it is not', async (world) => {
  const { app, ada, bob } = world;
  await begin(world);
  const text = (name: string) =>
    `@${name}, I saw your profile and I have a wonderful offer that you must not miss`;
  const strangers = [];
  for (const name of ['dora', 'emil', 'fay', 'gus', 'hal']) strangers.push(await addPerson(app, name));
  const sent = [];
  for (const { id, username } of strangers.slice(0, 3))
    sent.push(await sendMessage(app, ada, { recipients: [id], text: text(username) }));
  const [, , , fourth, fifth] = strangers;
  const to = { recipients: [fourth?.id ?? ''] };
  await assert.rejects(sendMessage(app, ada, { ...to, text: text('Gus') }), {
    kind: 'invalid',
    field: 'message',
  });
  await sendMessage(app, ada, { ...to, text: 'Hello' });
  await sendMessage(app, ada, { recipients: [bob.id], text: text('Bob') });
  await editMessage(app, ada, sent[0]?.id ?? '', `${text('Dora')}!`);
  // Once they answer, they are no longer strangers.
  const [first] = sent;
  assert.ok(first);
  await sendMessage(app, strangers[0] ?? bob, { conversationId: first.conversationId, text: 'Tell me' });
  await sendMessage(app, ada, { conversationId: first.conversationId, text: text('Dora') });
  await assert.rejects(sendMessage(app, ada, { recipients: [fifth?.id ?? ''], text: text('Hal') }));
});

testPlaza('counts strangers, whether they are written to or added to groups', async (world) => {
  const { ada, bob, carol } = world;
  await begin(world);
  const dora = await addPerson(world.app, 'dora');
  const emil = await addPerson(world.app, 'emil');
  let strangers = 0;
  const consume: App['limits']['consume'] = (rule, key) => {
    if (rule.name === 'chat:strangers') strangers += 1;
    return world.app.limits.consume(rule, key);
  };
  const app = { ...world.app, limits: { ...world.app.limits, consume } };
  const id = await createGroup(app, ada, { title: 'Bakers', memberIds: [bob.id, carol.id] });
  assert.equal(strangers, 1);
  await addMembers(app, ada, id, [bob.id, dora.id, emil.id]);
  assert.equal(strangers, 3);
  await sendMessage(app, ada, { recipients: [bob.id, emil.id], text: 'Hello' });
  await sendMessage(app, ada, { recipients: [emil.id], text: 'Hello' });
  assert.equal(strangers, 5);
  await sendMessage(app, ada, { recipients: [bob.id], text: 'Friends are not counted' });
  assert.equal(strangers, 5);
});

testPlaza('a group is created only together with its first message', async (world) => {
  const { plaza, ada, bob, carol } = world;
  await begin(world);
  const form = (message: string) =>
    plaza.form(ada, '/messages/new', [
      ['to', bob.id],
      ['to', carol.id],
      ['title', 'Bakers'],
      ['message', message],
    ]);
  const groups = async () => {
    const { body } = await plaza.api(ada, 'GET', '/apis/php/chat/conversations');
    return (body.data as { name: string; last_message: { message: string } | null }[]).map((each) => [
      each.name,
      each.last_message?.message,
    ]);
  };
  for (const message of ['x'.repeat(6001), 'Casino']) assert.equal((await form(message)).status, 422);
  assert.deepEqual(await groups(), []);
  assert.equal((await form('Hello')).status, 303);
  assert.deepEqual(await groups(), [['Bakers', 'Hello']]);
  assert.equal((await form('')).status, 303);
  assert.equal((await groups()).length, 2);
});
