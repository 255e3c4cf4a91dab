// A client written from the specification only: it signs requests, stores cookies, reads email, and follows
// redirects manually.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { getSiteSettings, writeSetting } from '../../src/platform/settings/site-settings.ts';
import { startMailServer, type MailServer } from '../peers/mail-server.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson, password } from '../world.ts';
import { CookieJar } from './cookie-jar.ts';

const client = { key: 'an-app-of-the-test', secret: 'which-nobody-else-knows' };
const email = 'grace@example.org';

interface Answer {
  status: number;
  headers: Headers;
  body: { status: string; message: string; data: Record<string, unknown> };
}

describe('an account’s life cycle', () => {
  let services: Services;
  let mail: MailServer;
  let olga: string;
  let ada: string;
  before(async () => {
    mail = await startMailServer();
    services = await startServices({
      API_KEY: client.key,
      API_SECRET: client.secret,
      SMTP_URL: mail.url,
      RATE_LIMITS: 'false',
    });
    const settings = await getSiteSettings(services.app);
    assert.equal(settings.activation, true, 'the default where mail can be sent');
    await writeSetting(services.app, 'site', { ...settings, activation: false });
    olga = (await addPerson(services.app, 'olga')).id;
    ada = (await addPerson(services.app, 'ada')).id;
    await writeSetting(services.app, 'site', settings);
  });
  after(async () => {
    await services.stop();
    await mail.stop();
  });

  /** The three headers of an app: its key, the time, and the signed time. */
  function signed(): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', client.secret).update(timestamp).digest('hex');
    return { 'x-api-key': client.key, 'x-timestamp': timestamp, 'x-signature': signature };
  }

  async function post(
    path: string,
    body: object,
    headers: Record<string, string> = signed(),
  ): Promise<Answer> {
    const answer = await fetch(`${services.plaza}/apis/php${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { status } = answer;
    return { status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  }

  const device = { device_type: 'A', device_os_version: '16', device_name: 'Pixel' };
  const signIn = (secret: string) =>
    post('/auth/signin', { username_email: 'grace', password: secret, ...device });
  const refusal = ({ status, body }: Answer) => [status, body.status, Object.keys(body).sort().join()];
  const refused = (status: number) => [status, 'error', 'message,status,timestamp'];

  it('signs up, confirms, signs in with two factors, connects, changes the password and deletes the account', async () => {
    const up = await post('/auth/signup', {
      first_name: 'Grace',
      last_name: 'Hopper',
      username: 'grace',
      email,
      password,
      gender: '1',
      ...device,
    });
    assert.equal(up.status, 200, up.body.message);
    const { token, user } = up.body.data as { token: string; user: Record<string, string> };
    assert.equal(user.user_activated, '0');
    const me = { 'x-auth-token': token };
    assert.equal(
      (await post('/user/connect', { do: 'follow', id: olga }, me)).status,
      403,
      'an unconfirmed account cannot follow',
    );
    assert.deepEqual(refusal(await post('/auth/activation', { code: '12345' }, me)), refused(400));
    await mail.readCode(email, /is your confirmation code/);
    assert.equal((await post('/auth/activation_resend', {}, me)).status, 200);
    const activation = await mail.readCode(email, /is your confirmation code/);
    assert.equal((await post('/auth/activation', { code: activation }, me)).status, 200);
    const connected = await post('/user/connect', { do: 'follow', id: olga }, me);
    assert.equal(connected.body.data.i_follow, true);
    const report = { id: olga, handle: 'user', category: 'spam', reason: 'Sells sundials everywhere' };
    assert.equal((await post('/data/report', report, me)).status, 200);
    assert.deepEqual(refusal(await post('/data/report', { ...report, handle: 'boat' }, me)), refused(400));
    assert.equal((await post('/data/reset', { reset: 'notifications' }, me)).status, 200);
    await uploadAndDelete(me);

    await askForCodesByMail(up.headers);
    for (const bothForms of [false, true]) {
      const begun = await signIn(password);
      const { two_factor_key: handle, user_id, ...rest } = begun.body.data;
      assert.deepEqual(rest, { '2FA': true, method: 'email' });
      const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
      assert.deepEqual(cookies, ['challenge'], 'there is no session before the code');
      const wrong = await post('/auth/two_factor_authentication', {
        user_id,
        two_factor_key: handle,
        code: 'no',
      });
      assert.deepEqual(refusal(wrong), refused(401));
      const code = await mail.readCode(email, /is your sign-in code/);
      const answer = bothForms ? { two_factor_key: handle, code } : { two_factor_key: code };
      const signedIn = await post('/auth/two_factor_authentication', { user_id, ...answer, ...device });
      assert.equal(signedIn.status, 200, signedIn.body.message);
      assert.equal((signedIn.body.data.user as { user_name: string }).user_name, 'grace');
      const twice = await post('/auth/two_factor_authentication', { user_id, ...answer, ...device });
      assert.deepEqual(refusal(twice), refused(401));
    }

    const known = await post('/auth/forget_password', { email });
    const unknown = await post('/auth/forget_password', { email: 'nobody@example.org' });
    assert.deepEqual([known.status, known.body.message], [unknown.status, unknown.body.message]);
    const reset_key = await mail.readCode(email, /is your password reset code$/);
    assert.equal((await post('/auth/forget_password_confirm', { email, reset_key })).status, 200);
    const renewed = 'another long and quiet sentence';
    const given = { email, reset_key, password: renewed, confirm: renewed };
    assert.equal((await post('/auth/forget_password_reset', given)).status, 200);
    assert.deepEqual(refusal(await post('/auth/forget_password_reset', given)), refused(400));
    assert.deepEqual(refusal(await post('/auth/activation_resend', {}, me)), refused(401));
    assert.deepEqual(refusal(await signIn(password)), refused(401));

    const begun = await signIn(renewed);
    const code = await mail.readCode(email, /is your sign-in code/);
    const { user_id } = begun.body.data;
    const last = await post('/auth/two_factor_authentication', { user_id, two_factor_key: code });
    const mine = { 'x-auth-token': String(last.body.data.token) };
    assert.deepEqual(refusal(await post('/user/delete', { password }, mine)), refused(403));
    assert.equal((await post('/user/delete', { password: renewed }, mine)).status, 200);
    assert.deepEqual(refusal(await post('/user/delete', { password: renewed }, mine)), refused(401));
  });

  async function uploadAndDelete(me: Record<string, string>): Promise<void> {
    const form = new FormData();
    form.set('type', 'file');
    form.set('handle', 'chat');
    form.set('file', new Blob(['Dear diary']), 'diary.txt');
    const answer = await fetch(`${services.plaza}/apis/php/data/upload`, {
      method: 'POST',
      headers: me,
      body: form,
    });
    const { data: src } = (await answer.json()) as { data: string };
    const served = await fetch(`${services.plaza}/content/uploads/${src}`);
    assert.equal(await served.text(), 'Dear diary');
    assert.equal((await post('/data/delete', { src }, me)).status, 200);
    assert.deepEqual(refusal(await post('/data/delete', { src }, me)), refused(404));
  }

  /** Settings need a browser, so this uses the cookies set by the sign-up. */
  async function askForCodesByMail(headers: Headers): Promise<void> {
    const jar = new CookieJar(services.plaza);
    jar.store(headers);
    await jar.post('/settings/two-factors/begin', { method: 'email', current: password });
    const code = await mail.readCode(email, /is your sign-in code/);
    const shown = await jar.post('/settings/two-factors/confirm', { code });
    assert.match(await shown.text(), /Recovery codes/);
  }

  it('rejects a signature with duplicate headers or a path in another case', async () => {
    const twice = async (name: string) => {
      const { host } = new URL(services.plaza);
      const headers = Object.entries({ host, ...signed() }).flatMap(([key, value]) =>
        key === name ? [key, value, key, value] : [key, value],
      );
      const [answer] = (await once(
        send(`${services.plaza}/apis/php/app/settings`, { headers }).end(),
        'response',
      )) as [NodeJS.ReadableStream & { statusCode: number }];
      answer.resume();
      return answer.statusCode;
    };
    assert.equal(await twice('none of them'), 200);
    for (const name of ['x-api-key', 'x-timestamp', 'x-signature'])
      assert.equal(await twice(name), 401, name);
    const statusOf = async (headers: Record<string, string>, path = '/apis/php/app/settings') =>
      (await fetch(services.plaza + path, { headers })).status;
    const right = signed();
    assert.deepEqual(
      [await statusOf(right), await statusOf(right)],
      [200, 200],
      'a signature is valid for 300 seconds',
    );
    assert.equal(await statusOf({ ...right, 'x-api-key': client.key.toUpperCase() }), 401);
    assert.equal(await statusOf({ ...right, 'x-signature': right['x-signature']?.toUpperCase() ?? '' }), 200);
    assert.equal(await statusOf(right, '/APIS/php/app/settings'), 404);
  });

  it('identifies a person to another developer’s app after they agree', async () => {
    const shop = await openShop();
    try {
      const owner = new CookieJar(services.plaza);
      await owner.post('/signin', { username_email: 'olga', password });
      const registered = await owner.post('/developers', {
        name: 'Sundial',
        domain: 'sundial.example',
        redirectUrl: `${shop.address}/in?lang=en`,
        description: 'Tells the time',
        category: 'Other',
      });
      const page = await registered.text();
      shop.know(textOf(page, 'app_id'), textOf(page, 'app_secret'));

      const jar = new CookieJar(services.plaza);
      const start = `/api/oauth?app_id=${textOf(page, 'app_id')}`;
      const stranger = await jar.get(start);
      assert.equal(stranger.status, 303);
      const door = stranger.headers.get('location') ?? '';
      assert.equal((await jar.get(door)).status, 200);
      const next = new URL(door, services.plaza).searchParams.get('next') ?? '';
      const inside = await jar.post('/signin', { username_email: 'ada', password, next });
      assert.equal(inside.headers.get('location'), start);
      const consent = await jar.get(start);
      assert.match(await consent.text(), /Sundial<\/b> of <b>sundial\.example/);
      assert.equal(consent.headers.get('x-frame-options'), 'DENY');
      assert.match(consent.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);

      const answer = { app_id: textOf(page, 'app_id'), answer: 'allow' };
      const forged = await jar.post('/api/oauth', answer, { origin: 'https://elsewhere.example' });
      assert.equal(forged.status, 403);
      const crossSite = { origin: services.plaza, 'sec-fetch-site': 'cross-site' };
      assert.equal((await jar.post('/api/oauth', answer, crossSite)).status, 403);
      const allowed = await jar.post('/api/oauth', answer);
      assert.equal(allowed.status, 303);
      const back = new URL(allowed.headers.get('location') ?? '');
      assert.equal(`${back.origin}${back.pathname}`, `${shop.address}/in`);
      assert.equal(back.searchParams.get('lang'), 'en');
      const greeted = (await (await fetch(back)).json()) as Record<string, string>;
      assert.equal(greeted.user_id, ada);
      assert.equal(greeted.user_name, 'ada');
      const replayed = (await (await fetch(back)).json()) as Record<string, string>;
      assert.equal(replayed.error, 'invalid_grant');
    } finally {
      await shop.close();
    }
  });

  /** The app's server: takes the key from a person, and requests their identity. */
  async function openShop() {
    let credentials = { app_id: '', app_secret: '' };
    const greet = async (auth_key: string): Promise<unknown> => {
      const exchanged = await fetch(`${services.plaza}/api/authorize`, {
        method: 'POST',
        body: new URLSearchParams({ ...credentials, auth_key }),
      });
      assert.equal(exchanged.headers.get('cache-control'), 'no-store');
      const given = (await exchanged.json()) as { access_token?: string };
      if (given.access_token === undefined) return given;
      const token = encodeURIComponent(given.access_token);
      const info = await fetch(`${services.plaza}/api/get_user_info?access_token=${token}`);
      return ((await info.json()) as { user_info: unknown }).user_info;
    };
    const server = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://shop').searchParams.get('auth_key') ?? '';
      greet(key).then(
        (body) => response.end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(JSON.stringify({ error: String(error) })),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      know: (app_id: string, app_secret: string) => void (credentials = { app_id, app_secret }),
      close: () =>
        new Promise<void>((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    };
  }
});

/** Returns the text to copy under a label. */
const textOf = (page: string, label: string) =>
  new RegExp(`aria-label="${label}"\\s*>([^<]+)</code>`).exec(page)?.[1] ?? '';
