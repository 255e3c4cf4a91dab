import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { listenAsHop } from '../../../test/follow.ts';
import { addLink } from '../../../test/links.ts';
import { addPerson } from '../../../test/world.ts';
import { hashPassword } from '../../identity/credentials/password.ts';

testWithDatabase('a link asks for its password, and the correct one redirects', async ({ app }, context) => {
  await addLink(app, 'secret', { password_hash: await hashPassword('open sesame') });
  const follow = await listenAsHop(app, context);
  const asked = await follow('/secret?from=mail');
  assert.deepEqual([asked.status, asked.location], [200, undefined]);
  assert.match(asked.text, /<h1>This link is password-protected<\/h1>/);
  assert.match(asked.text, /action="\/secret\?from=mail"/);
  assert.ok(!asked.text.includes('example.com'));
  assert.equal(asked.headers['cache-control'], 'private, no-store');
  assert.equal((await follow('/secret', { method: 'HEAD' })).status, 200);

  const wrong = await follow('/secret', { form: { password: 'open barley' } });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Incorrect password/);
  const right = await follow('/secret', { form: { password: 'open sesame' } });
  assert.deepEqual([right.status, right.location], [303, 'https://example.com/secret']);

  const cookie = String(right.headers['set-cookie']);
  assert.match(cookie, /; Path=\/secret; HttpOnly; SameSite=Lax$/);
  const again = await follow('/secret', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  assert.deepEqual([again.status, again.location], [302, 'https://example.com/secret']);
});

testWithDatabase(
  'accepts forms only for links with a password or a status that preserves the method',
  async ({ app }, context) => {
    await addLink(app, 'plain');
    await addLink(app, 'kept', { status: 307 });
    const follow = await listenAsHop(app, context);
    assert.equal((await follow('/plain', { form: { password: 'x' } })).status, 405);
    assert.equal((await follow('/nothing', { form: { password: 'x' } })).status, 404);
    const remaining = await follow('/kept', { form: { order: '12' } });
    assert.deepEqual([remaining.status, remaining.location], [307, 'https://example.com/kept']);
  },
);

testWithDatabase('an unsupported method is rejected with the allowed ones', async ({ app }, context) => {
  await addLink(app, 'plain');
  await addLink(app, 'kept', { status: 308 });
  await addLink(app, 'secret', { password_hash: 'x' });
  const follow = await listenAsHop(app, context);
  const rows = [
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
      (method) => [method, '/plain', 'GET, HEAD'] as const,
    ),
    ['DELETE', '/kept', 'GET, HEAD, POST'],
    ['OPTIONS', '/secret', 'GET, HEAD, POST'],
  ] as const;
  for (const [method, path, allow] of rows) {
    const { status, headers, text } = await follow(path, { method });
    assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path}`);
    assert.match(text, /^This link accepts GET/);
  }
  assert.equal((await follow('/nothing', { method: 'DELETE' })).status, 404);
});

testWithDatabase('passes on text after a second question mark', async ({ app }, context) => {
  await addLink(app, 'pass', { rules: JSON.stringify({ passesQuery: true }) });
  const follow = await listenAsHop(app, context);
  const { location } = await follow('/pass?next=/a?b=c%20d+e&u=%7Eada');
  assert.equal(location, 'https://example.com/pass?next=/a?b=c%20d+e&u=%7Eada');
});

testWithDatabase('serves robots.txt, also on branded domains', async ({ app }, context) => {
  const follow = await listenAsHop(app, context);
  const { id: account_id } = await addPerson(app, 'ada');
  const domain = { account_id, host: 'brand.to', scheme: 'https', missing_redirect: 'https://example.com/missing', created_at: app.clock.now() }; // prettier-ignore
  await app.db.insertInto('links.domain').values(domain).execute();
  for (const host of ['hop.test', 'brand.to']) {
    const { status, headers, text } = await follow('/robots.txt', { headers: { host } });
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'], host);
    assert.match(text, /^User-agent: \*\nDisallow: \/api\/$/m);
  }
});

testWithDatabase('well-known paths of crawlers exist only on the main host', async ({ app }, context) => {
  const follow = await listenAsHop(app, context);
  const { id: account_id } = await addPerson(app, 'ada');
  const domain = { account_id, host: 'brand.to', scheme: 'https', created_at: app.clock.now() };
  await app.db.insertInto('links.domain').values(domain).execute();
  for (const path of ['/llms.txt', '/sitemap.xml', '/.well-known/api-catalog']) {
    const { status, text } = await follow(path, { headers: { host: 'hop.test' } });
    assert.equal(status, 200, path);
    assert.match(text, /http:\/\/hop\.test\//);
    assert.notEqual((await follow(path, { headers: { host: 'brand.to' } })).text, text, path);
  }
});

testWithDatabase('the internal path of redirects serves nothing', async ({ app }, context) => {
  const follow = await listenAsHop(app, context);
  assert.equal((await follow('/-/followed')).status, 404);
  assert.equal((await follow('/-/followed', { form: { password: 'x' } })).status, 404);
});

testWithDatabase(
  'limits passwords to five attempts in five minutes per IP address and link',
  async ({ app }, context) => {
    const password_hash = await hashPassword('open sesame');
    await addLink(app, 'secret', { password_hash });
    await addLink(app, 'other', { password_hash });
    const follow = await listenAsHop(app, context);
    const say = (path: string, password: string, address = '193.0.6.139') =>
      follow(path, { form: { password }, headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 5; i += 1) assert.equal((await say('/secret', `guess ${i}`)).status, 422);
    const refused = await say('/secret', 'open sesame');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await say('/other', 'open sesame')).status, 303);
    assert.equal((await say('/secret', 'open sesame', '193.0.6.140')).status, 303);
  },
  { RATE_LIMITS: 'true' },
);

testWithDatabase(
  'a changed password must be entered again, and a forged cookie is rejected',
  async ({ app }, context) => {
    const { id } = await addLink(app, 'secret', { password_hash: await hashPassword('open sesame') });
    const follow = await listenAsHop(app, context);
    const until = app.clock.now().getTime() + 1000;
    for (const cookie of [
      `open-${id}=${until}.x`,
      `open-${id}=`,
      `open-${id}`,
      `open-${id}=${until}.${'A'.repeat(43)}`,
    ])
      assert.equal((await follow('/secret', { headers: { cookie } })).status, 200);
  },
);

testWithDatabase(
  'link preview crawlers get the preview, and people and search engines are redirected',
  async ({ app }, context) => {
    await addLink(app, 'shared', {
      preview_title: 'A <title>',
      preview_description: 'About it',
      preview_image: 'https://example.com/card.png',
      password_hash: 'x',
    });
    await addLink(app, 'bare', { title: 'Its own' });
    const follow = await listenAsHop(app, context);
    const by = (agent: string) => ({ headers: { 'user-agent': agent } });
    const card = await follow('/shared', by('facebookexternalhit/1.1'));
    assert.equal(card.status, 200);
    for (const meta of [
      'property="og:title" content="A &lt;title&gt;"',
      'property="og:description" content="About it"',
      'property="og:image" content="https://example.com/card.png"',
      'property="og:url" content="http://hop.test/shared"',
      'name="twitter:card" content="summary_large_image"',
    ])
      assert.ok(card.text.includes(meta), meta);
    assert.ok(!card.text.includes('example.com/shared'));
    const search = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    assert.match((await follow('/shared', by(search))).text, /password-protected/);
    assert.equal((await follow('/bare', by('Twitterbot/1.0'))).status, 302);
  },
);

testWithDatabase('targets visitors of one link by country, language and device', async ({ app }, context) => {
  await addLink(app, 'aim', {
    rules: JSON.stringify({
      places: [{ country: 'NL', to: 'https://nl.test/' }],
      devices: [
        { device: 'android', to: 'shop://item/1' },
        { device: 'iphone', to: 'shop://item/1' },
      ],
      stores: { isAutomatic: true, apple: 'https://apps.apple.com/app/id1' },
      languages: [{ language: 'fr', to: 'https://fr.test/' }],
      parameters: [{ name: 'aff', value: '3' }],
    }),
  });
  const follow = await listenAsHop(app, context);
  const from = (address: string, more: Record<string, string> = {}) =>
    follow('/aim?from=mail', { headers: { 'x-forwarded-for': address, ...more } });
  const french = { 'accept-language': 'de-AT, fr;q=0.8' };
  assert.equal((await from('193.0.6.139', french)).location, 'https://nl.test/?aff=3');
  assert.equal((await from('8.8.8.8', french)).location, 'https://fr.test/?aff=3');
  assert.equal((await from('8.8.8.8')).location, 'https://example.com/aim?aff=3');
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1';
  const android =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const page = await from('8.8.8.8', { 'user-agent': iphone });
  assert.equal(page.status, 200);
  assert.match(page.text, /data-controller="open-app"/);
  assert.match(page.text, /href="shop:\/\/item\/1"/);
  assert.match(page.text, /href="https:\/\/apps.apple.com\/app\/id1\?aff=3"/);
  assert.equal((await from('8.8.8.8', { 'user-agent': android })).location, 'shop://item/1');
});

testWithDatabase(
  'distributes variants, and a returning visitor gets the same one',
  async ({ app }, context) => {
    await addLink(app, 'split', {
      rules: JSON.stringify({ variants: [{ name: 'B', weight: 50, to: 'https://b.test/' }] }),
    });
    const follow = await listenAsHop(app, context);
    const places = Array.from({ length: 60 }, (_, i) => `8.8.${i}.8`);
    const visitAll = async () => {
      const found: (string | undefined)[] = [];
      for (const address of places)
        found.push((await follow('/split', { headers: { 'x-forwarded-for': address } })).location);
      return found;
    };
    const first = await visitAll();
    assert.deepEqual(await visitAll(), first);
    const b = first.filter((to) => to === 'https://b.test/').length;
    assert.ok(b > 10 && b < 50, String(b));
    assert.equal(first.filter((to) => to === 'https://example.com/split').length, places.length - b);
  },
);

testWithDatabase(
  'a link with a limit of three clicks redirects only three visitors, also concurrently',
  async ({ app }, context) => {
    const { id } = await addLink(app, 'three', { click_limit: 3, expired_url: 'https://example.com/over' });
    await addLink(app, 'one', { click_limit: 1 });
    const follow = await listenAsHop(app, context);
    const bot = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } };
    assert.equal((await follow('/three', bot)).location, 'https://example.com/three');
    assert.equal((await follow('/three', { method: 'HEAD' })).location, 'https://example.com/three');
    const answers = await Promise.all(Array.from({ length: 12 }, () => follow('/three')));
    const through = answers.filter(({ location }) => location === 'https://example.com/three');
    assert.equal(through.length, 3);
    assert.ok(answers.every(({ status }) => status === 302));
    assert.equal((await follow('/three', bot)).location, 'https://example.com/over');
    const { used } = await app.db
      .selectFrom('links.click_allowance')
      .select('used')
      .where('link_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(used, '3');
    assert.equal((await follow('/one')).status, 302);
    const spent = await follow('/one');
    assert.equal(spent.status, 410);
    assert.match(spent.text, /This link has expired/);
  },
);

testWithDatabase('clicks before the limit was set count', async ({ app }, context) => {
  const { id } = await addLink(app, 'old', { click_limit: 10 });
  await app.db
    .insertInto('links.link_total')
    .values({ link_id: id, clicks: 9, uniques: 9, last_click_at: app.clock.now() })
    .execute();
  const follow = await listenAsHop(app, context);
  assert.equal((await follow('/old')).status, 302);
  assert.equal((await follow('/old')).status, 410);
});

testWithDatabase(
  'a branded domain also asks for passwords, with its own cookies',
  async ({ app }, context) => {
    const password_hash = await hashPassword('open sesame');
    await addLink(app, 'elsewhere');
    const { id: account_id } = await app.db
      .selectFrom('identity.account')
      .select('id')
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow();
    const domain = await app.db
      .insertInto('links.domain')
      .values({ account_id, host: 'brand.to', scheme: 'https', created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addLink(app, 'secret', { password_hash, domain_id: domain.id });
    const follow = await listenAsHop(app, context);
    const headers = { host: 'brand.to' };
    assert.match((await follow('/secret', { headers })).text, /password-protected/);
    assert.equal((await follow('/secret')).status, 404);
    const right = await follow('/secret', { headers, form: { password: 'open sesame' } });
    assert.deepEqual([right.status, right.location], [303, 'https://example.com/secret']);
    assert.match(String(right.headers['set-cookie']), /; Path=\/secret; HttpOnly; Secure; SameSite=Lax$/);
  },
);

testWithDatabase('a link copied with punctuation around it is found', async ({ app }, context) => {
  await addLink(app, 'abc');
  await addLink(app, '春');
  const follow = await listenAsHop(app, context);
  for (const tail of ['.', ')', ',', '%20', '%E2%80%9D', '%E3%80%82', ').', '%3E'])
    for (const alias of ['abc', encodeURIComponent('春')]) {
      const { status, location } = await follow(`/${alias}${tail}?a=b`);
      assert.deepEqual([status, location], [302, `/${alias}?a=b`], tail);
    }
  for (const path of ['/nothing.', '/nothing)', '/a%20b', '/)', '/%E2%80%9D'])
    assert.equal((await follow(path)).status, 404, path);
});
