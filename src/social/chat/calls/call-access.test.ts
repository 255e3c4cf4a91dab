import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { befriend, deviceOf, openCalls } from '../../../../test/journeys/chat/calls.ts';
import { addPerson } from '../../../../test/world.ts';
import { suspendAccount } from '../../../identity/people/suspend-account.ts';
import type { Viewer } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { createGroup } from '../conversations/conversations.ts';
import { leaveConversation, removeChatMember } from '../members/group.ts';
import { sendMessage } from '../messages/messages.ts';

testPlaza('strangers and blocked or suspended people cannot be called', async (world) => {
  const { app, olga, ada, bob, carol, plaza } = world;
  const calls = await openCalls(world);
  const { conversationId } = await sendMessage(app, carol, {
    recipients: [bob.id],
    text: 'You do not know me',
  });
  const ring = (viewer: Viewer, id: string) =>
    calls.ask(viewer, 'start', { conversation_id: id, type: 'audio', device: deviceOf(viewer) });
  assert.equal(
    (await ring(carol, conversationId)).status,
    403,
    'a stranger cannot call before the request is accepted',
  );
  assert.equal((await ring(bob, conversationId)).status, 403, 'nor can the recipient of the request');
  assert.deepEqual(await calls.live(bob), []);

  const call = await calls.start(ada);
  const theirs = [
    ['join', { call_id: call.call_id, device: deviceOf(carol) }],
    ['leave', { call_id: call.call_id }],
    ['pulse', { call_id: call.call_id, device: deviceOf(carol) }],
    ['start', { conversation_id: calls.id, device: deviceOf(carol) }],
    [
      'signal',
      {
        call_id: call.call_id,
        device: deviceOf(carol),
        to_user_id: ada.id,
        to_device: deviceOf(ada),
        data: 'x',
      },
    ],
  ] as const;
  for (const [word, body] of theirs) {
    const answer = await calls.ask(carol, word, body);
    const none = await calls.ask(carol, word, {
      ...body,
      ...('call_id' in body ? { call_id: '987654321' } : { conversation_id: '987654321' }),
    });
    assert.deepEqual(
      [answer.status, answer.message],
      [404, none.message],
      `${word} responds as for a missing call`,
    );
  }
  assert.equal((await calls.read(carol, call)).status, 404);

  await calls.join(bob, call);
  await connect(app, bob, 'block', ada.id);
  assert.equal((await calls.ask(ada, 'pulse', { call_id: call.call_id, device: deviceOf(ada) })).status, 404);
  assert.equal((await ring(ada, calls.id)).status, 404);
  assert.deepEqual(
    [await calls.list(ada), await calls.live(bob)],
    [[], []],
    'no list of calls names blocked people',
  );
  await connect(app, bob, 'unblock', ada.id);
  assert.notEqual((await calls.read(ada, call)).ended_time, '', 'the block ended the call');

  await befriend(app, ada, bob);
  await app.db
    .updateTable('identity.account')
    .set({ privacy: JSON.stringify({ messages: 'nobody' }) })
    .where('id', '=', carol.id)
    .execute();
  await suspendAccount(app, olga, bob.id);
  assert.equal((await ring(ada, calls.id)).status, 404);
  assert.equal(
    (
      await plaza.api(bob, 'POST', '/apis/php/chat/calls/start', {
        conversation_id: calls.id,
        device: deviceOf(bob),
      })
    ).status,
    401,
  );
});

testPlaza(
  'a group call is limited to four people, and removed members leave it immediately',
  async (world) => {
    const { app, olga, ada, bob, carol } = world;
    const calls = await openCalls(world);
    const dave = await addPerson(app, 'dave');
    const everybody = [bob, carol, olga, dave];
    for (const other of [carol, olga, dave]) await befriend(app, ada, other);
    const id = await createGroup(app, ada, { title: 'Choir', memberIds: everybody.map((each) => each.id) });
    const call = await calls.start(ada, id);
    assert.deepEqual(new Set(call.participants.map(({ state }) => state)), new Set(['ringing']));
    for (const each of [bob, carol, olga]) await calls.join(each, call);
    const full = await calls.ask(dave, 'join', { call_id: call.call_id, device: deviceOf(dave) });
    assert.deepEqual([full.status, full.message], [409, 'This call is full. At most 4 people can join.']);
    await calls.leave(olga, call);
    await calls.join(dave, call);
    await removeChatMember(app, ada, id, dave.id);
    assert.equal(
      (await calls.ask(dave, 'pulse', { call_id: call.call_id, device: deviceOf(dave) })).status,
      404,
    );
    const joined = async () =>
      (await calls.read(ada, call)).participants
        .filter(({ state }) => state === 'joined')
        .map(({ user }) => user?.user_name)
        .sort();
    assert.deepEqual(await joined(), ['bob', 'carol']);
    await leaveConversation(app, carol, id);
    assert.deepEqual(await joined(), ['bob']);
    assert.equal(
      (await calls.ask(olga, 'join', { call_id: call.call_id, device: deviceOf(olga) })).status,
      200,
      'a participant may rejoin',
    );
    await connect(app, olga, 'block', bob.id);
    assert.equal(
      (await calls.ask(olga, 'pulse', { call_id: call.call_id, device: deviceOf(olga) })).status,
      404,
    );
    await calls.leave(bob, call);
    assert.notEqual(
      (await calls.read(ada, call)).ended_time,
      '',
      'the call ends when one participant remains',
    );
    assert.deepEqual(await calls.lines(ada, id), ['Call, 0 s']);
    assert.equal((await calls.list(dave)).length, 0);
  },
);

testPlaza(
  'a large group does not ring, and members join from the conversation',
  async (world) => {
    const { app, ada, bob, carol } = world;
    const calls = await openCalls(world);
    await befriend(app, ada, carol);
    const id = await createGroup(app, ada, { title: 'Crowd', memberIds: [bob.id, carol.id] });
    const call = await calls.start(ada, id);
    assert.deepEqual(
      call.participants.map(({ state }) => state),
      ['invited', 'invited'],
    );
    assert.equal((await calls.live(bob))[0]?.state, 'invited');
    await calls.join(bob, call);
    await calls.leave(ada, call);
    assert.deepEqual(
      (await calls.list(carol)).map(({ state }) => state),
      [],
      'a call that she was only invited to is not listed',
    );
    assert.equal((await calls.read(ada, call)).state, 'left');
  },
  { CALL_RING_MEMBERS: 2 },
);
