import assert from 'node:assert/strict';
import { addPerson } from '../../../test/world.ts';
import { test, type TestApp } from '../../../test/app.ts';
import { hideTitled, listTitled } from '../../identity/account/people.ts';
import { saveField } from '../../identity/profile-fields.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { getSiteSettings, writeSetting } from '../../platform/settings/site-settings.ts';
import { socialServer } from '../../servers/social.ts';
import { saveStaticPage } from '../static-pages/static-pages.ts';

const assets = loadAssets();

async function get(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const server = await socialServer(app, await assets);
  const answer = await server.inject({ url: `/apis/php/app/${path}`, headers });
  await server.close();
  const body = answer.json<{ message: string; data: Record<string, unknown>[] }>();
  return { ...body, status: answer.statusCode, challenge: answer.headers['www-authenticate'] };
}

test('lists of choices are public', async (app) => {
  const [male] = await listTitled(app, 'gender');
  const { data: genders } = await get(app, 'genders');
  assert.deepEqual(genders[0], { gender_id: male!.id, gender_name: 'Male', gender_order: '1' });
  await hideTitled(app, 'gender', male!.id, true);
  assert.deepEqual(
    (await get(app, 'genders')).data.map(({ gender_name }) => gender_name),
    ['Female', 'Other'],
  );
  assert.deepEqual((await get(app, 'user_groups')).data, []);
});

test('lists countries with ISO numbers and English names, in order', async (app) => {
  const { data } = await get(app, 'countries');
  assert.ok(data.length > 240);
  assert.deepEqual(
    data.find(({ country_code }) => country_code === 'FR'),
    { country_id: '250', country_name: 'France', country_code: 'FR' },
  );
});

test('lists the languages of pages, then those of the interface, with both names', async (app) => {
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), languages: ['de', 'pt-BR'] });
  const { data } = await get(app, 'languages');
  assert.deepEqual(
    data.map(({ language_id, code, title, title_native }) => [language_id, code, title, title_native]),
    [
      ['1', 'de', 'German', 'Deutsch'],
      ['2', 'pt-BR', 'Brazilian Portuguese', 'Português (Brasil)'],
      ['3', 'en', 'English', 'English'],
      ['4', 'es', 'Spanish', 'Español'],
      ['5', 'fr', 'French', 'Français'],
      ['6', 'ar', 'Arabic', 'العربية'],
    ],
  );
});

test('custom profile fields describe their type of answer', async (app) => {
  const field = { maxLength: 255, position: 1, isRequired: true, atSignUp: true, isPublic: true };
  await saveField(app, { ...field, label: 'Boat', kind: 'selectbox', options: ['None', 'Dinghy'] });
  const { data } = await get(app, 'custom_fields');
  assert.deepEqual(data, [
    {
      field_id: data[0]?.field_id,
      label: 'Boat',
      type: 'selectbox',
      options: ['None', 'Dinghy'],
      mandatory: '1',
      length: '255',
      in_registration: '1',
    },
  ]);
});

test('lists categories by kind and names an unknown kind in the error', async (app) => {
  const { data } = await get(app, 'categories?get=blogs');
  assert.equal(data[0]!.category_name, 'Technology');
  assert.equal(data[0]!.category_parent_id, '0');
  assert.equal((await get(app, 'categories?get=articles')).data[0]!.category_name, 'Technology');
  const { status, message } = await get(app, 'categories?get=boats');
  assert.equal(status, 400);
  assert.match(message, /get must be one of pages, blogs/);
});

test('shows a static page in the reader’s language, or in the one that exists', async (app) => {
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), languages: ['en', 'de'] });
  const text = { slug: 'terms', position: 1, inFooter: true };
  const olga = await addPerson(app, 'olga');
  await saveStaticPage(app, olga, { ...text, language: 'en', title: 'Terms', body: 'Be kind.' });
  await saveStaticPage(app, olga, { ...text, language: 'de', title: 'Regeln', body: 'Seid nett.' });
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
  assert.deepEqual(
    (await get(app, 'static_pages', german)).data.map(({ page_title }) => page_title),
    ['Regeln'],
  );
  const one = await get(app, 'static_pages/terms', { 'accept-language': 'fr' });
  assert.equal((one.data as unknown as { page_title: string }).page_title, 'Terms');
  assert.equal((await get(app, 'static_pages/none')).status, 404);
});

test('settings require a signed request', async (app) => {
  const { status, challenge } = await get(app, 'settings');
  assert.deepEqual([status, challenge], [401, 'Bearer realm="Plaza API"']);
});
