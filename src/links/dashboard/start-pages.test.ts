import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { cookiesOf } from '../../../test/world.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

testHop('a URL from the landing page becomes a link after sign-up', async ({ app, ask }) => {
  const front = await ask({ url: '/' });
  assert.match(front.body, /<form[^>]*action="\/"[^>]*>[^]*name="url"/);
  const sent = await ask({
    method: 'POST',
    url: '/',
    headers: { ...form, origin: app.config.hopUrl },
    payload: 'url=example.com%2Fa%3Fb%3Dc',
  });
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/signup?next=%2Fdashboard%2Ffirst']);
  const held = sent.cookies.find(({ name }) => name === 'first_link');
  assert.ok(held?.httpOnly);
  const signUp = await ask({
    method: 'POST',
    url: '/signup',
    headers: { ...form, origin: app.config.hopUrl, cookie: `first_link=${encodeURIComponent(held.value)}` },
    payload: new URLSearchParams({
      name: 'Cleo New',
      username: 'cleo',
      email: 'cleo@example.org',
      password: 'correct horse battery',
      next: '/dashboard/first',
    }).toString(),
  });
  assert.deepEqual([signUp.statusCode, signUp.headers.location], [303, '/dashboard/first'], signUp.body);
  const session = signUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const cookie = `${session}; first_link=${encodeURIComponent(held.value)}`;
  const first = await ask({ url: '/dashboard/first', headers: { cookie } });
  assert.match(String(first.headers.location), /^\/dashboard\?created=\d+$/);
  assert.equal(first.cookies.find(({ name }) => name === 'first_link')?.value, '');
  const list = await ask({ url: String(first.headers.location), headers: { cookie: session } });
  assert.match(list.body, /Your short link is ready/);
  const links = await app.db.selectFrom('links.link').select('url').execute();
  assert.deepEqual(links, [{ url: 'https://example.com/a?b=c' }]);
});

testHop('an invalid URL is rejected on the landing page, and there is no open redirect', async (world) => {
  const { app, ada, ask } = world;
  for (const url of ['', 'nothing', 'javascript:alert(1)', app.config.hopUrl]) {
    const payload = new URLSearchParams({ url }).toString();
    const sent = await ask({
      method: 'POST',
      url: '/',
      headers: { ...form, origin: app.config.hopUrl },
      payload,
    });
    assert.equal(sent.statusCode, 422, url);
    assert.match(sent.body, /id="field-url-error"/);
    assert.equal(sent.cookies.length, 0);
  }
  const session = await cookiesOf(app, ada);
  const none = await ask({ url: '/dashboard/first', headers: { cookie: session } });
  assert.equal(none.headers.location, '/dashboard');
  const bad = await ask({
    url: '/dashboard/first',
    headers: { cookie: `${session}; first_link=javascript%3A1` },
  });
  assert.equal(bad.headers.location, '/dashboard/links/new?url=javascript%3A1');
});

testHop('forms accept a bare domain, and show Everyone if there are no rules', async ({ asAda }) => {
  const created = await asAda.form('/dashboard', { url: 'example.com' });
  assert.equal(created.status, 303);
  const all = await asAda.form('/dashboard/links/new', [
    ['url', 'example.com/page'],
    ['custom', 'rules'],
    ['geo_location[]', 'Canada'],
    ['geo_region[]', ''],
    ['geo_link[]', 'example.ca'],
    ['expiredurl', 'example.com/over'],
  ]);
  assert.equal(all.status, 303, all.text);
  const { body } = await asAda.api('GET', '/api/urls');
  assert.match(JSON.stringify(body), /https:\/\/example\.com\/page/);
  const plain = await asAda.form('/dashboard/links/preview', { url: 'example.com' });
  assert.match(plain.text, /Everyone: redirect to example\.com/);
  const ruled = await asAda.form('/dashboard/links/preview', [
    ['url', 'example.com'],
    ['device_device[]', 'iphone'],
    ['device_link[]', 'example.org'],
  ]);
  assert.match(ruled.text, /Everyone else: redirect to example\.com/);
});
