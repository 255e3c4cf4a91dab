import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { upload } from '../../../../test/upload.ts';
import { createGroup } from '../conversations/conversations.ts';
import { getConversation } from '../conversations/reading.ts';
import { listMessages } from '../messages/reading.ts';
import { describeEvent } from '../messages/message.ts';
import { sendMessage } from '../messages/messages.ts';
import { deleteGroupPicture, leaveConversation, setGroupPicture } from './group.ts';

const plain = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

testPlaza(
  'members set, replace and remove the picture of a group',
  async ({ app, ada, bob, carol, plaza }) => {
    const id = await createGroup(app, ada, { title: 'Bakers', memberIds: [bob.id] });
    await setGroupPicture(app, bob, id, await plain('teal'));
    const first = (await getConversation(app, ada, id)).picture;
    assert.match(first ?? '', /avatars\/.*\.webp$/);
    await setGroupPicture(app, ada, id, await plain('red'));
    const second = (await getConversation(app, ada, id)).picture;
    assert.notEqual(second, first);
    const page = await plaza.page(ada, `/messages/${id}/details`);
    assert.ok(page.text.includes(second ?? '-'));
    await assert.rejects(setGroupPicture(app, carol, id, await plain('red')), { kind: 'missing' });
    await assert.rejects(setGroupPicture(app, ada, id, Buffer.from('no picture')), { field: 'picture' });
    const pair = await sendMessage(app, ada, { recipients: [bob.id], text: 'Hello' });
    await assert.rejects(setGroupPicture(app, ada, pair.conversationId, await plain('red')), {
      kind: 'invalid',
    });
    await deleteGroupPicture(app, ada, id);
    await deleteGroupPicture(app, ada, id);
    assert.equal((await getConversation(app, ada, id)).picture, null);
    assert.deepEqual((await listMessages(app, ada, id)).items.map(describeEvent), [
      'You created the group “Bakers”',
      'Bob Test changed the group picture',
      'You changed the group picture',
      'You removed the group picture',
    ]);
    assert.equal((await plaza.form(ada, `/messages/${id}/picture`, {})).status, 422);
  },
);

testPlaza('deletes the picture file of a group that all members have left', async ({ app, ada, bob }) => {
  const id = await createGroup(app, ada, { memberIds: [bob.id] });
  await setGroupPicture(app, ada, id, await plain('teal'));
  const [alone = '', shared = ''] = await Promise.all(
    ['alone.txt', 'shared.txt'].map((name) => upload(app, ada, Buffer.from(name), { kind: 'file', name })),
  );
  for (const path of [alone, shared])
    await sendMessage(app, ada, {
      conversationId: id,
      text: '',
      files: [{ path, kinds: ['file'], field: 'file' }],
    });
  const files = [{ path: shared, kinds: ['file'], field: 'file' }] as const;
  await sendMessage(app, ada, { recipients: [bob.id], text: '', files });
  await leaveConversation(app, ada, id);
  await leaveConversation(app, bob, id);
  const rows = await app.db
    .selectFrom('social.upload')
    .where('path', 'in', [alone, shared])
    .select(['path', 'used_at'])
    .execute();
  assert.deepEqual(
    rows.filter(({ used_at }) => used_at === null).map(({ path }) => path),
    [alone],
    'the sweep deletes unused pictures',
  );
  const removed = (await queuedJobs(app)).filter(({ name }) => name === 'social.remove-message-files');
  assert.equal(removed.length, 1);
});
