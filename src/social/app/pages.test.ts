import assert from 'node:assert/strict';
import { answerText, listFields, parseAnswers } from '../../identity/profile-fields.ts';
import { listTitled } from '../../identity/account/people.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { listContactMessages } from '../contact/messages.ts';
import { listCategories } from '../categories.ts';

testPlaza('only operators can change these settings', async ({ app, olga, ada, plaza }) => {
  const settings = {
    name: 'Agora',
    description: 'A square',
    welcome: 'Come in',
    registration: 'invitation',
    minimumAge: '16',
    languages: 'en, de',
    genders: 'on',
  };
  assert.equal((await plaza.form(ada, '/operator/settings', settings)).status, 403);
  assert.equal((await plaza.form(olga, '/operator/settings', settings)).status, 303);
  assert.deepEqual(await getSiteSettings(app), {
    ...settings,
    minimumAge: 16,
    languages: ['en', 'de'],
    genders: true,
    gendersAtSignUp: false,
    activation: false,
    chooseGroup: false,
    question: '',
  });
  const again = await plaza.form(olga, '/operator/settings', { ...settings, minimumAge: '200' });
  assert.equal(again.status, 422);
  assert.match(again.text, /id="field-minimumAge-error"/);
});

testPlaza('operators define custom profile fields', async ({ app, olga, plaza }) => {
  const boat = {
    label: 'Boat',
    kind: 'multipleselectbox',
    options: 'Canoe\nDinghy\n\nYacht',
    isRequired: 'on',
  };
  assert.equal((await plaza.form(olga, '/operator/fields', boat)).status, 303);
  const fields = await listFields(app);
  const [field] = fields;
  assert.deepEqual(field?.options, ['Canoe', 'Dinghy', 'Yacht']);
  const name = `fld_${field.id}`;
  const answers = parseAnswers(fields, { [name]: ['2', '0', '2'] });
  assert.equal(answers.get(field.id), '2,0');
  assert.equal(answerText(field, '2,0'), 'Yacht, Canoe');
  assert.throws(() => parseAnswers(fields, { [name]: '3' }), /Boat is not one of its options/);
  assert.throws(() => parseAnswers(fields, { [name]: 'none' }), /Boat is required/);
  assert.throws(() => parseAnswers(fields, {}), /Boat is required/);
  const lonely = await plaza.form(olga, '/operator/fields', { ...boat, options: 'Canoe' });
  assert.match(lonely.text, /at least two options/);
  await plaza.form(olga, '/operator/fields/titled', { list: 'user_group', title: 'Sailors' });
  assert.deepEqual(
    (await listTitled(app, 'user_group')).map(({ title }) => title),
    ['Sailors'],
  );
});

testPlaza('categories have two levels and keep their order', async ({ app, olga, plaza }) => {
  const [first] = await listCategories(app, 'forums');
  await plaza.form(olga, '/operator/categories', { kind: 'forums', name: 'Knots', parent: first!.id });
  const below = (await listCategories(app, 'forums')).find(({ name }) => name === 'Knots');
  assert.equal(below?.parentId, first!.id);
  const deeper = { kind: 'forums', name: 'Bowline', parent: below.id };
  assert.match((await plaza.form(olga, '/operator/categories', deeper)).text, /Choose a top-level category/);
  const other = { kind: 'pages', name: 'Knots', parent: first!.id };
  assert.equal((await plaza.form(olga, '/operator/categories', other)).status, 422);
  await plaza.form(olga, '/operator/categories/hide', { kind: 'forums', id: below.id, hidden: 'yes' });
  assert.equal((await listCategories(app, 'forums')).length, 3);
});

testPlaza('static pages are written in Markdown and are public', async ({ olga, plaza }) => {
  const page = {
    slug: 'terms',
    language: 'en',
    title: 'Terms',
    body: '# Be kind\n\n<script>alert(1)</script> [a](javascript:alert(1)) **now**',
    inFooter: 'on',
  };
  assert.equal((await plaza.form(olga, '/operator/pages', page)).status, 303);
  const { text } = await plaza.page(undefined, '/static/terms');
  assert.match(text, /<h2[^>]*>Be kind<\/h2>/);
  assert.match(text, /<strong>now<\/strong>/);
  assert.ok(!text.includes('<script>alert'));
  assert.ok(!text.includes('href="javascript:'));
  const twice = await plaza.form(olga, '/operator/pages', page);
  assert.equal(twice.status, 409);
  assert.match(twice.text, /already exists in this language/);
  assert.match((await plaza.page(undefined, '/static')).text, /href="\/static\/terms"/);
  const markdown = await plaza.page(undefined, '/static/terms', { accept: 'text/markdown' });
  assert.match(markdown.text, /^# Terms\n\n# Be kind/);
});

testPlaza('contact messages stay open until answered', async ({ app, olga, plaza }) => {
  const message = {
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Hello',
    message: 'Is there a <b>meeting</b>?',
  };
  assert.equal((await plaza.form(undefined, '/contact', message)).status, 303);
  const refusal = await plaza.form(undefined, '/contact', { ...message, email: 'nowhere' });
  assert.match(refusal.text, /id="field-email-error"/);
  const [waiting] = await listContactMessages(app, { settled: false });
  assert.match((await plaza.page(olga, '/operator/messages')).text, /Is there a &lt;b&gt;meeting/);
  await plaza.form(olga, '/operator/messages', { id: waiting!.id, settled: 'yes' });
  assert.deepEqual(await listContactMessages(app, { settled: false }), []);
  assert.match((await plaza.page(olga, '/operator/messages?show=settled')).text, /Hello/);
});
