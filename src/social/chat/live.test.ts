import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { seconds } from '../../kernel/time.ts';
import { shareReads } from '../live/backlog.ts';
import { connect } from '../relationships/connect.ts';
import { createGroup } from './conversations/conversations.ts';
import { chatLiveKinds } from './live.ts';
import { sendMessage } from './messages/messages.ts';

test('a group message is loaded once for all receivers, and again for late ones', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  for (const other of [bob, carol]) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  const group = await createGroup(app, ada, { title: 'Choir', memberIds: [bob.id, carol.id] });
  const { id } = await sendMessage(app, ada, { conversationId: group, text: 'Tonight?' });
  const channels = new Map([bob, carol].map((viewer) => [viewer.id, { viewer }]));
  const data = { conversation: group, id, isNew: true };
  const events = [bob, carol].map(({ id }, position) => ({ position, accountId: id, name: 'message', data }));
  const [forBob, forCarol] = shareReads(app, channels, chatLiveKinds, events);
  assert.ok(forBob?.shared && forCarol?.shared);
  assert.deepEqual((await forBob.shared()).get(bob.id), data);
  await connect(app, carol, 'block', ada.id);
  assert.equal(await forCarol.shared(), await forBob.shared(), 'concurrent receivers share one load');
  app.clock.turn(seconds(2));
  assert.deepEqual(
    [...(await forCarol.shared()).keys()],
    [bob.id],
    'a receiver who has blocked the author gets nothing',
  );
});
