import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { reinstateAccount, suspendAccount } from '../../identity/people/suspend-account.ts';
import { addPage } from './editing.ts';
import { assignRole } from './team.ts';

testPlaza('hides a page with its suspended owner, unless another admin runs it', async (world) => {
  const { app, plaza, ada, bob, carol, olga } = world;
  const form = { title: 'The Bakery', username: 'bakery', about: 'Bread', website: '', category: '' };
  const id = await addPage(app, ada, form);
  await plaza.form(ada, '/pages/bakery/posts', { text: 'Rye is back' });
  const { id: postId } = await app.db.selectFrom('social.post').select('id').executeTakeFirstOrThrow();
  const seen = async () => {
    const { status } = await plaza.page(bob, '/pages/bakery');
    const list = (await plaza.page(bob, '/pages')).text.includes('The Bakery');
    const search = (await plaza.page(bob, '/search?q=bakery')).text.includes('The Bakery');
    const post = (await plaza.page(undefined, `/posts/${postId}`)).text.includes('Rye is back');
    const report = (id: string) =>
      plaza.api(bob, 'POST', '/apis/php/data/report', { handle: 'page', id, category: 'spam' });
    const { status: reported, body } = await report(id);
    if (reported === 404) assert.equal(body.message, (await report('999999')).body.message);
    return { status, list, search, post, reported };
  };
  const open = { status: 200, list: true, search: true, post: true, reported: 200 };
  const shut = { status: 404, list: false, search: false, post: false, reported: 404 };
  assert.deepEqual(await seen(), open);
  await suspendAccount(app, olga, ada.id);
  assert.deepEqual(await seen(), shut);
  assert.equal((await plaza.page(olga, '/pages/bakery')).status, 200, 'operators see the page');
  await reinstateAccount(app, olga, ada.id);
  await assignRole(app, ada, id, { username: 'carol', role: 'admin' });
  await suspendAccount(app, olga, ada.id);
  // Posts by a suspended person stay hidden, even on behalf of the page.
  assert.deepEqual(await seen(), { ...open, post: false });
  await suspendAccount(app, olga, carol.id);
  assert.deepEqual(await seen(), shut);
});
