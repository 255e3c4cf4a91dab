import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { buttonForm, form } from '../../../web/form.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { menuButton } from '../../../web/components/navigation/menu.ts';
import { confirmationOf } from './page-responses.ts';

const request = (body: unknown, uploads: never[] = []) => ({
  body,
  uploads,
  url: '/links/7/delete?from=list',
  headers: { referer: 'https://plaza.example/links?page=2' },
  host: 'plaza.example',
});
const asking = { confirm_question: 'Delete {name}?', confirm_label: 'Delete' };

testPlaza('a button that asks first changes nothing before the answer', async ({ plaza, ada, app }) => {
  await plaza.form(ada, '/posts', { text: 'Stays until confirmed', privacy: 'public' });
  const { id } = await app.db
    .selectFrom('social.post')
    .select('id')
    .where('text', '=', 'Stays until confirmed')
    .executeTakeFirstOrThrow();
  const path = `/posts/${id}/delete`;
  const asked = await plaza.form(ada, path, {
    confirm_question: 'Delete this post?',
    confirm_label: 'Delete',
  });
  assert.equal(asked.status, 200);
  assert.match(asked.text, /<h1>Delete<\/h1>/);
  assert.doesNotMatch(asked.text, /confirm_question/);
  assert.equal((await plaza.page(ada, `/posts/${id}`)).status, 200);
  assert.equal((await plaza.form(ada, path, {})).status, 303);
  assert.notEqual((await plaza.page(ada, `/posts/${id}`)).status, 200);
});

testPlaza('the confirmation repeats the fields, escaped, and leads back', () => {
  const body = { ...asking, name: '<b>', ids: ['1', '2'], one: ['3'], form_key: 'key' };
  const text = confirmationOf(request(body))?.body.text ?? '';
  assert.match(text, /action="\/links\/7\/delete\?from=list"/);
  assert.match(text, /Delete &lt;b&gt;\?/);
  assert.deepEqual(
    [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
    [
      ['name', '&lt;b&gt;'],
      ['ids[]', '1'],
      ['ids[]', '2'],
      ['one[]', '3'],
    ],
  );
  assert.match(text, /href="\/links\?page=2"/);
  assert.equal(confirmationOf(request({ name: 'x' })), undefined);
  return Promise.resolve();
});

testPlaza('every kind of form asks, unless a password is typed', () => {
  const options = { to: '/x', label: 'Delete', confirm: 'Delete it?' };
  const asks = /name="confirm_question" value="Delete it\?"[^]*name="confirm_label" value="Delete"/;
  assert.match(buttonForm(options).text, asks);
  assert.match(menuButton(options).text, asks);
  const plain = { action: '/x', submit: 'Delete', confirm: 'Delete it?', body: '' };
  assert.match(form(plain).text, asks);
  assert.doesNotMatch(buttonForm({ to: '/x', label: 'Follow' }).text, /confirm_/);
  const typed = passwordField({ name: 'current', label: 'Password', purpose: 'current' });
  assert.doesNotMatch(form({ ...plain, body: typed }).text, /confirm_/);
  return Promise.resolve();
});
