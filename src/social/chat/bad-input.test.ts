import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson } from '../../../test/world.ts';
import { connect } from '../relationships/connect.ts';

testPlaza('what cannot be sent is refused with its field, and leaves nothing behind', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const people = [bob, carol];
  for (let n = people.length; n < 100; n += 1) people.push(await addPerson(app, `member${n}`));
  for (const other of people) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  const ids = people.map(({ id }) => id);
  const send = (body: object) => plaza.api(ada, 'POST', '/apis/php/chat/message', body);
  const refused = async (body: object) => {
    const { status, body: answer } = await send(body);
    assert.ok(status >= 400 && status < 500, `${status} ${answer.message}`);
    assert.notEqual(answer.message, '');
    return status;
  };
  const theirs = 'photos/2026/11/0123456789abcdef0123456789abcdef.png';
  for (const body of [
    { recipients: [bob.id], message: '' },
    { recipients: [bob.id], message: ' \n ' },
    { recipients: [bob.id], message: 'x'.repeat(6001) },
    { recipients: [bob.id], message: 'Look', photo: theirs },
    { recipients: [bob.id], message: 'Hello', reply_to_id: '999999999999' },
    { recipients: ids, message: 'All of a hundred, and I' },
    { recipients: [], message: 'Nobody' },
  ])
    await refused(body);
  assert.equal(await refused({ conversation_id: '999999999999', message: 'Hello' }), 404);
  const { body: list } = await plaza.api(ada, 'GET', '/apis/php/chat/conversations');
  assert.deepEqual(list.data, [], 'nothing is half sent');
  const { status, body } = await send({ recipients: ids.slice(1), message: 'A hundred with me' });
  assert.equal(status, 200, body.message);
  const id = (body.data as { conversation_id: string }).conversation_id;
  const added = await plaza.form(ada, `/messages/${id}/members`, { do: 'add', account: bob.id });
  assert.equal(added.status, 400, 'the 101st member');
});
