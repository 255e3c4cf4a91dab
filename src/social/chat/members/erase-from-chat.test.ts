import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { upload } from '../../../../test/upload.ts';
import { createWorld } from '../../../../test/world.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { erasePlaza } from '../../accounts/data/erase-plaza.ts';
import { getConversation } from '../conversations/reading.ts';
import { listMessages } from '../messages/reading.ts';
import { sendMessage } from '../messages/messages.ts';

test('messages of an erased account stay, as those of a former member', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const path = await upload(app, ada, Buffer.from('notes'), { kind: 'file', name: 'notes.txt' });
  const files = [{ path, kinds: ['file'], field: 'file' }] as const;
  const pair = await sendMessage(app, ada, { recipients: [bob.id], text: 'My notes', files });
  const group = await sendMessage(app, ada, { recipients: [bob.id, carol.id], text: 'All of us' });
  await sendMessage(app, bob, { conversationId: pair.conversationId, text: 'Thank you' });
  await erasePlaza(app, ada.id);
  await app.db
    .updateTable('identity.account')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();

  const { items } = await listMessages(app, bob, pair.conversationId);
  assert.deepEqual(
    items.map(({ author, text }) => [author?.username ?? null, text]),
    [
      [null, 'My notes'],
      ['bob', 'Thank you'],
    ],
  );
  assert.equal(items[0]?.files[0]?.path, path);
  const removed = (await queuedJobs(app)).flatMap(
    ({ payload }) => (payload as { paths?: string[] }).paths ?? [],
  );
  assert.ok(!removed.includes(path), 'the file of a remaining message stays');
  assert.equal((await getConversation(app, bob, pair.conversationId)).name, 'Former member');
  assert.equal(
    (await getConversation(app, bob, group.conversationId)).isOwner,
    true,
    'the group has a new owner',
  );
  await assert.rejects(sendMessage(app, bob, { conversationId: pair.conversationId, text: 'Hello?' }), {
    kind: 'forbidden',
  });

  await erasePlaza(app, bob.id);
  await erasePlaza(app, carol.id);
  const left = await app.db.selectFrom('social.conversation').select('id').execute();
  assert.deepEqual(left, [], 'conversations without members are deleted');
});
