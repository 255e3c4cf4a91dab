import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { device, password } from '../../../test/world.ts';
import { requestAccountDeletion } from '../../identity/account-deletion/account-deletion.ts';
import { askQuestion } from '../questions/questions.ts';
import { listTags } from '../questions/list-questions.ts';

testPlaza('allows only the cancellation while an account deletion is scheduled', async (world) => {
  const { app, bob, plaza } = world;
  const question = { title: 'How long does bread rise?', text: 'Mine is flat', tags: 'yeast' };
  await askQuestion(app, bob, question);
  assert.deepEqual(await listTags(app), ['yeast']);
  await requestAccountDeletion(app, bob.id, 'account', { password, device });
  assert.deepEqual(await listTags(app), [], 'tags do not count hidden questions');

  const message = /scheduled for deletion[^]*\/settings\/account-deletion/;
  for (const path of [
    '/settings/profile',
    '/settings/about',
    '/settings/password',
    '/settings/privacy',
    '/settings/data/exports',
  ]) {
    const answer = await plaza.form(bob, path, { first_name: 'Robert' });
    assert.equal(answer.status, 403, path);
    assert.match(answer.text, message, path);
  }
  for (const [method, path] of [
    ['POST', '/apis/php/user/image_delete'],
    ['POST', '/apis/php/posts/post'],
    ['POST', '/apis/php/auth/getting_started_update'],
  ] as const) {
    const answer = await plaza.api(bob, method, path, {
      edit: 'profile',
      firstname: 'Robert',
      text: 'Hello',
    });
    assert.equal(answer.status, 403, path);
    assert.match(answer.body.message, message, path);
  }
  const { first_name } = await app.db
    .selectFrom('identity.account')
    .where('id', '=', bob.id)
    .select('first_name')
    .executeTakeFirstOrThrow();
  assert.notEqual(first_name, 'Robert');
  assert.match((await plaza.page(bob, '/settings/account-deletion')).text, /Keep account/);
  assert.equal((await plaza.form(bob, '/settings/account-deletion/cancel')).status, 303);
  assert.deepEqual(await listTags(app), ['yeast']);
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/posts/post', { text: 'Hello' })).status, 200);
});
