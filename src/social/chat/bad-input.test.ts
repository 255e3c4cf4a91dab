import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { upload } from '../../../test/upload.ts';
import { addPerson } from '../../../test/world.ts';
import { connect } from '../relationships/connect.ts';

testPlaza('rejects an invalid message without leaving anything behind', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const people = [bob, carol];
  for (let n = people.length; n < 100; n += 1) people.push(await addPerson(app, `member${n}`));
  for (const other of people) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  const ids = people.map(({ id }) => id);
  const send = (body: object) => plaza.api(ada, 'POST', '/apis/php/chat/message', body);
  const refused = async (body: object, wanted: number, message = /./) => {
    const { status, body: answer } = await send(body);
    assert.equal(status, wanted, answer.message);
    assert.match(answer.message, message);
  };
  const theirs = 'photos/2026/11/0123456789abcdef0123456789abcdef.png';
  const bobs = await upload(app, bob, Buffer.from('notes'), { kind: 'file', name: 'notes.txt' });
  const to = { recipients: [bob.id] };
  await refused({ ...to, message: '' }, 400);
  await refused({ ...to, message: ' \n ' }, 400);
  await refused({ ...to, message: 'x'.repeat(6001) }, 400);
  await refused({ ...to, message: 'Look', photo: theirs }, 400, /in photo was not found/);
  await refused({ ...to, message: 'Look', photo: '["' }, 400, /in photo was not found/);
  await refused({ ...to, message: 'Look', file: bobs }, 400, /in file was not found/);
  await refused({ ...to, message: 'Look', voice_note: bobs }, 400, /in voice_note was not found/);
  await refused({ ...to, message: 'Look', file: Array<string>(11).fill(bobs) }, 400);
  await refused({ ...to, message: 'Hello', reply_to_id: '999999999999' }, 404);
  await refused({ recipients: ids, message: 'All of a hundred, and I' }, 400);
  await refused({ recipients: [], message: 'Nobody' }, 400);
  await refused({ recipients: ['?'], message: 'Nobody' }, 400, /^recipients must be a list of IDs$/);
  await refused({ recipients: '[?', message: 'Nobody' }, 400, /^recipients must be a list of IDs$/);
  await refused({ recipients: [ada.id], message: 'I' }, 400);
  await refused({ conversation_id: '999999999999', message: 'Hello' }, 404);
  const { body: list } = await plaza.api(ada, 'GET', '/apis/php/chat/conversations');
  assert.deepEqual(list.data, [], 'a rejected message creates no conversation');
  const { status, body } = await send({ recipients: ids.slice(1), message: 'A hundred with me' });
  assert.equal(status, 200, body.message);
  const id = (body.data as { conversation_id: string }).conversation_id;
  const added = await plaza.form(ada, `/messages/${id}/members`, { do: 'add', account: bob.id });
  assert.equal(added.status, 400, 'rejects the 101st member');
});
