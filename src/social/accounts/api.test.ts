import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson, password } from '../../../test/world.ts';
import { createApiClient } from '../../identity/api-clients/api-clients.ts';
import { listSessions } from '../../identity/sessions/sessions.ts';
import { signature } from '../../kernel/secrets.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { getSiteSettings, writeSetting } from '../../platform/settings/site-settings.ts';
import { socialServer } from '../../servers/social.ts';

const assets = loadAssets();
const newcomer = { username: 'grace', email: 'grace@example.org', password, gender: '2', device_type: 'A' };

/** Sends a signed request body, as an app does. */
async function send(app: TestApp, url: string, payload: object) {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  const server = await socialServer(app, await assets);
  const answer = await server.inject({
    method: 'POST',
    url,
    headers: {
      'x-api-key': apiKey,
      'x-timestamp': timestamp,
      'x-signature': signature(apiSecret, timestamp),
    },
    payload,
  });
  await server.close();
  return {
    status: answer.statusCode,
    body: answer.json<{ message: string; data?: { user: Record<string, string> } }>(),
  };
}

const signUp = (app: TestApp, payload: object) => send(app, '/apis/php/auth/signup', payload);

test('older apps create accounts with their own field names', async (app) => {
  const { status, body } = await signUp(app, {
    ...newcomer,
    firstname: 'Grace',
    lastname: 'Hopper',
    gender: 2,
  });
  assert.equal(status, 200, body.message);
  const { user_firstname, user_lastname, user_gender } = body.data?.user ?? {};
  assert.deepEqual([user_firstname, user_lastname, user_gender], ['Grace', 'Hopper', '2']);
});

test('reports a missing name under its documented field name', async (app) => {
  const { status, body } = await signUp(app, { ...newcomer, first_name: 'Grace' });
  assert.deepEqual([status, body.message], [400, 'last_name is required']);
});

test('accepts null device fields and a numeric version', async (app) => {
  const { id } = await addPerson(app, 'ada');
  const { status, body } = await send(app, '/apis/php/auth/signin', {
    username_email: 'ada',
    password,
    device_type: null,
    device_os_version: 15,
    device_name: 'Pixel',
  });
  assert.equal(status, 200, body.message);
  assert.deepEqual(
    (await listSessions(app, id)).map(({ deviceName }) => deviceName),
    ['Pixel'],
  );
});

test('requires a gender from the list only if the operator asks for one', async (app) => {
  const names = { first_name: 'Grace', last_name: 'Hopper' };
  const without = { ...newcomer, ...names, gender: undefined };
  for (const [gender, message] of [
    ['99', 'gender must be from the list of genders'],
    ['female', 'gender must be from the list of genders'],
    ['', 'gender is required'],
    [null, 'gender is required'],
  ]) {
    const { status, body } = await signUp(app, { ...without, gender });
    assert.deepEqual([status, body.message], [400, message]);
  }
  assert.equal((await signUp(app, without)).body.message, 'gender is required');
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), genders: false });
  const { status, body } = await signUp(app, without);
  assert.equal(status, 200, body.message);
  assert.equal(body.data?.user.user_gender, '');
});
