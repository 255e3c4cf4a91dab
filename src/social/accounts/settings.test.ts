import assert from 'node:assert/strict';
import { queuedJobs } from '../../../test/jobs.ts';
import { getSiteSettings, writeSetting } from '../../platform/settings/site-settings.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { password } from '../../../test/world.ts';

/** Queued emails of the site: recipient and subject. */
const mails = async ({ app }: World) =>
  (await queuedJobs(app))
    .filter(({ name }) => name === 'system.deliver-mail')
    .map(({ payload }) => payload as { to: string; subject: string; text: string });

const about = {
  gender: '1',
  birthdate: '1990-05-04',
  phone: '+49 30 1234',
  relationship: 'married',
  website: 'ada.example',
  country: '276',
  city: 'Bernau',
  work_title: 'Baker',
  social_linkedin: 'https://linkedin.com/in/ada',
};

testPlaza('shows profile details to their audience', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  await app.db.insertInto('identity.profile_field').values({ label: 'Motto', kind: 'textbox' }).execute();
  const { id: field } = await app.db
    .selectFrom('identity.profile_field')
    .select('id')
    .executeTakeFirstOrThrow();
  const saved = await plaza.form(ada, '/settings/about', { ...about, [`fld_${field}`]: 'Rye first' });
  assert.equal(saved.status, 303);
  assert.match((await plaza.page(ada, '/settings/about')).text, /value="Baker"[^]*Rye first/);
  await plaza.form(ada, `/people/${bob.id}/connect`, { do: 'friend-add' });
  await plaza.form(bob, `/people/${ada.id}/connect`, { do: 'friend-accept' });
  const privacy = { birthdate: 'friends', work: 'me', friends: 'friends', requests: 'everybody' };
  assert.equal((await plaza.form(ada, '/settings/privacy', privacy)).status, 303);

  const toFriend = (await plaza.page(bob, '/@ada')).text;
  for (const field of ['Bernau, Germany', '4 May 1990', 'Married', 'Rye first', 'linkedin.com/in/ada'])
    assert.ok(toFriend.includes(field), field);
  assert.ok(!toFriend.includes('Baker'));
  for (const hidden of ['+49 30 1234', 'ada@example.org']) assert.ok(!toFriend.includes(hidden), hidden);
  const toStranger = await plaza.page(undefined, '/@ada');
  assert.ok(toStranger.text.includes('Bernau, Germany') && !toStranger.text.includes('4 May 1990'));
  assert.equal(toStranger.headers['x-robots-tag'], 'noindex', 'a switch that is not sent is off');
  assert.match(toStranger.text, /<meta name="robots" content="noindex"/);
  assert.match(
    (await plaza.page(ada, '/@ada')).text,
    /Baker[^]*ada@example\.org/,
    'people see all of their own details',
  );
  assert.match((await plaza.page(carol, '/@ada/friends')).text, /keeps their friends list private/);
  assert.match((await plaza.page(bob, '/@ada/friends')).text, /Bob Test/);
  const { body } = await plaza.api(carol, 'GET', '/apis/php/data/load?get=friends&username=ada');
  assert.deepEqual(body.data, []);
});

testPlaza('reports invalid settings at their field and saves nothing', async ({ ada, plaza }) => {
  const wrong: [string, string][] = [
    ['gender', '99'],
    ['birthdate', '2990-01-01'],
    ['phone', 'call me'],
    ['relationship', 'it depends'],
    ['website', 'javascript:alert(1)'],
    ['country', '0'],
    ['social_linkedin', 'not an address'],
  ];
  for (const [name, value] of wrong) {
    const refused = await plaza.form(ada, '/settings/about', { ...about, [name]: value });
    assert.equal(refused.status, 422, name);
    assert.match(refused.text, new RegExp(`id="field-${name}-error"`), name);
  }
  assert.ok(!(await plaza.page(ada, '/@ada')).text.includes('Bernau'));
});

testPlaza('people choose who may send friend requests', async ({ ada, bob, carol, olga, plaza }) => {
  const ask = async (viewer: typeof ada) =>
    (await plaza.api(viewer, 'POST', '/apis/php/user/connect', { do: 'friend-add', id: ada.id })).status;
  await plaza.form(ada, '/settings/privacy', { requests: 'nobody' });
  assert.equal(await ask(bob), 403);
  assert.ok(!(await plaza.page(bob, '/@ada')).text.includes('Add friend'));
  await plaza.form(ada, '/settings/privacy', { requests: 'friends-of-friends' });
  assert.equal(await ask(bob), 403);
  const befriend = async (one: typeof ada, other: typeof ada) => {
    await plaza.api(one, 'POST', '/apis/php/user/connect', { do: 'friend-add', id: other.id });
    await plaza.api(other, 'POST', '/apis/php/user/connect', { do: 'friend-accept', id: one.id });
  };
  await befriend(ada, carol);
  await befriend(bob, carol);
  assert.equal(await ask(bob), 200);
  assert.equal(await ask(olga), 403);
});

testPlaza('confirms a new email by a code sent there and notifies the old address', async (world) => {
  const { ada, plaza } = world;
  const ask = (email: string, current = password) => plaza.form(ada, '/settings/email', { email, current });
  assert.equal((await ask('new@example.org', 'guessed')).status, 403);
  assert.equal((await ask('new@mailinator.com')).status, 422);
  assert.equal((await ask('new@example.org')).status, 303);
  const [mail] = await mails(world);
  assert.equal(mail?.to, 'new@example.org');
  const code = mail.subject.slice(0, 6);
  assert.match((await plaza.page(ada, '/settings/credentials')).text, /sent a code to <b>new@example\.org/);
  const wrong = code === '000000' ? '000001' : '000000';
  assert.equal((await plaza.form(ada, '/settings/email/code', { code: wrong })).status, 422);
  const { body } = await plaza.api(ada, 'GET', '/apis/php/app/settings');
  assert.equal((body.data as { user: { user_email: string } }).user.user_email, 'ada@example.org');
  assert.equal((await plaza.form(ada, '/settings/email/code', { code })).status, 303);
  assert.equal((await mails(world)).at(-1)?.to, 'ada@example.org');
  assert.match((await plaza.page(ada, '/settings/credentials')).text, /value="new@example\.org"/);
  const token = /token=([\w-]{43})/.exec((await mails(world)).at(-1)?.text ?? '')?.[1] ?? '';
  const shown = await plaza.page(undefined, `/settings/email/undo?token=${token}`);
  assert.match(shown.text, /<b>ada@example\.org<\/b>[^]*Restore email address/);
  assert.match((await plaza.page(ada, '/settings/credentials')).text, /value="new@example\.org"/);
  const undone = await plaza.form(undefined, '/settings/email/undo', { token });
  assert.equal(undone.headers.location, '/forgot?email=ada%40example.org');
  assert.equal((await plaza.page(ada, '/settings/credentials')).status, 303, 'the session ended');
  assert.match((await plaza.form(undefined, '/settings/email/undo', { token })).text, /Link expired/);
});

testPlaza('changes the username and language within the rules', async ({ app, ada, plaza }) => {
  const rename = async (username: string, current = password) =>
    (await plaza.form(ada, '/settings/username', { username, current })).status;
  assert.equal(await rename('countess', 'guessed'), 403);
  assert.deepEqual([await rename('bob'), await rename('adm1n'), await rename('a')], [409, 422, 422]);
  assert.equal(await rename('countess'), 303);
  assert.equal((await plaza.page(undefined, '/@countess')).status, 200);
  assert.equal((await plaza.page(undefined, '/@ada')).status, 404);
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), languages: ['en', 'de'] });
  assert.match((await plaza.page(ada, '/settings/credentials')).text, /Deutsch/);
  const speak = async (language: string) =>
    (await plaza.form(ada, '/settings/language', { language })).status;
  assert.deepEqual([await speak('de'), await speak('xx')], [303, 422]);
});

testPlaza('members can send and revoke invitations', async ({ ada, plaza }) => {
  assert.equal((await plaza.form(ada, '/settings/invitations', { email: '' })).status, 303);
  assert.equal((await plaza.form(ada, '/settings/invitations', { email: 'no address' })).status, 422);
  const { text } = await plaza.page(ada, '/settings/invitations');
  assert.match(text, /\/signup\?invitation=[\w-]{12}/);
  const id = /name="id" value="(\d+)"/.exec(text)?.[1] ?? '';
  await plaza.form(ada, '/settings/invitations/take-back', { id });
  assert.match((await plaza.page(ada, '/settings/invitations')).text, /No invitations yet/);
});

testPlaza('deletes an account by its password, from an app and from the web', async (world) => {
  const { app, ada, olga, plaza } = world;
  const ask = (viewer: typeof ada, current: string) =>
    plaza.api(viewer, 'POST', '/apis/php/user/delete', { password: current });
  assert.equal((await ask(ada, 'guessed')).status, 403);
  assert.equal((await ask(olga, password)).status, 409, 'the last operator cannot delete their account');
  const { status, body } = await ask(ada, password);
  assert.equal(status, 200);
  assert.ok((body.data as { deleted_at: string }).deleted_at > app.clock.now().toISOString());
  assert.equal((await plaza.api(ada, 'GET', '/apis/php/data/load?get=newsfeed')).status, 401);
});
