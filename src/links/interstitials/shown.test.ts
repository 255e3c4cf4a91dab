import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { addLink } from '../../../test/links.ts';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import type { View } from '../../web/html.ts';
import type { Client } from '../../platform/http/caller.ts';
import { Redirect } from '../../platform/http/endpoint.ts';
import { addOverlay, ownedOverlays } from '../overlays/overlays.ts';
import { updateConsent } from '../pixels/pixels.ts';
import { providerKeys, providers } from '../pixels/providers.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { addSplashPage, ownedSplashPages } from '../splash/splash-pages.ts';
import { deleteOwned } from '../owned/owned.ts';
import { interstitials } from './show-pages.ts';

const visitor: Client = {
  address: '192.0.2.1',
  userAgent: 'Test',
  acceptLanguage: '',
  accept: '',
  cookies: {},
  refusesTracking: false,
  isPrefetch: false,
  setCookie: () => undefined,
  clearCookie: () => undefined,
  setHeader: () => undefined,
  a2aVersion: '',
  mcpHeaders: {},
  origin: '',
  contentType: '',
  authorization: '',
  stripeSignature: '',
  lastEventId: undefined,
  path: '/spring',
};
const allPixels = providerKeys.map((type) => ({ type, tag: providers[type].example }));

async function follow(app: TestApp, differences: Partial<FollowedLink> = {}): Promise<FollowedLink> {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, 'spring');
  return {
    linkId: id,
    ownerId: ada.id,
    shortAddress: 'http://hop.test/spring',
    title: 'The <quay>',
    description: '',
    previewImage: null,
    to: 'https://example.com/a?b=1&c=2',
    splashId: null,
    overlayId: null,
    pixels: [],
    heldFor: null,
    ...differences,
  };
}

async function show(
  app: TestApp,
  as: keyof typeof interstitials,
  followed: FollowedLink,
  differences: Partial<Client> = {},
): Promise<{ view: View; text: string; head: string } | { to: string }> {
  const shown = await interstitials[as](app, followed, { ...visitor, ...differences });
  if (shown instanceof Redirect) return { to: shown.to };
  assert.ok(!('type' in shown) && shown.shape === 'bare');
  return { view: shown, text: shown.body.text, head: shown.head?.text ?? '' };
}

function page(shown: Awaited<ReturnType<typeof show>>) {
  assert.ok('view' in shown, 'a page is shown instead of a redirect');
  return shown;
}

/** Starts an external site on the loopback interface. */
async function startSite(context: TestContext, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(200, headers).end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('the default splash page names the destination and continues without scripts', async (app) => {
  const { text, head, view } = page(await show(app, 'splash', await follow(app)));
  assert.match(text, /The &lt;quay&gt;/);
  assert.match(text, /<strong>example\.com<\/strong>[^]*in 5 seconds/);
  assert.match(text, /href="https:\/\/example\.com\/a\?b=1&amp;c=2"[^>]*data-way-on/);
  assert.match(head, /noindex/);
  assert.match(
    head,
    /<noscript><meta http-equiv="refresh" content="5;url=https:\/\/example\.com\/a\?b=1&amp;c=2"/,
  );
  assert.deepEqual(view.scripts, ['interstitials/countdown.ts']);
});

test('an owner’s splash page is shown as designed, and only while it exists', async (app) => {
  const followed = await follow(app);
  const owner = { id: followed.ownerId };
  const { id } = await addSplashPage(app, owner, {
    name: 'Spring',
    title: 'Linen <3',
    message: 'Two\nlines',
    banner_address: 'https://images.example.org/a.jpg',
    button: 'Look',
    url: 'https://example.org/look',
    seconds: '0',
    own_colors: 'on',
    background: '#102030',
    accent: '#ffcc00',
  });
  const { text, head, view } = page(await show(app, 'splash', { ...followed, splashId: id }));
  for (const part of [
    /Linen &lt;3/,
    /Two\nlines/,
    /src="https:\/\/images\.example\.org\/a\.jpg"/,
    /https:\/\/example\.org\/look/,
  ])
    assert.match(text, part);
  assert.match(view.css ?? '', /--page:#102030;.*--text:#ffffff/);
  // Without a delay it waits for the visitor.
  assert.doesNotMatch(head, /refresh/);
  assert.deepEqual(view.scripts, []);
  await deleteOwned(app, owner, ownedSplashPages, id);
  assert.match(page(await show(app, 'splash', { ...followed, splashId: id })).text, /in 5 seconds/);
});

test('a splash page of another account is never shown', async (app) => {
  const followed = await follow(app);
  const bob = await addPerson(app, 'bob');
  const { id } = await addSplashPage(app, bob, { name: 'Bob’s', title: 'Of Bob' });
  assert.doesNotMatch(page(await show(app, 'splash', { ...followed, splashId: id })).text, /Of Bob/);
});

test('a site that allows framing is shown below the bar', async (app, context) => {
  const to = await startSite(context);
  const { text, view } = page(await show(app, 'frame', await follow(app, { to })));
  assert.ok(text.includes(`<iframe\nsrc="${to}"`));
  assert.match(text, /sandbox="[^"]*allow-scripts/);
  assert.doesNotMatch(text, /allow-top-navigation[ "]/);
  assert.match(text, /data-copy="http:\/\/hop\.test\/spring"/);
  assert.deepEqual(view.policy?.sources?.['frame-src'], ['http:', 'https:']);
});

test('redirects to a site that forbids frames or is unreachable', async (app, context) => {
  const refusing = await startSite(context, { 'x-frame-options': 'DENY' });
  const followed = await follow(app);
  for (const to of [refusing, 'http://127.0.0.1:1/', 'myapp://open'])
    assert.deepEqual(await show(app, 'frame', { ...followed, to }), { to });
});

test('an overlay covers the page, or is shown alone if the page forbids frames', async (app, context) => {
  const [open, refusing] = [
    await startSite(context),
    await startSite(context, { 'x-frame-options': 'DENY' }),
  ];
  const followed = await follow(app);
  const owner = { id: followed.ownerId };
  const { id } = await addOverlay(app, owner, 'coupon', {
    name: 'Coupon',
    corner: 'top-left',
    dismissible: 'on',
    title: 'A tenth off',
    code: 'SPRING26',
  });
  const framed = page(await show(app, 'overlay', { ...followed, to: open, overlayId: id }));
  assert.match(framed.text, /<dialog class="box" open data-corner="top-left"/);
  assert.match(framed.text, /<form class="box-close" method="dialog">/);
  assert.match(framed.text, /SPRING26/);
  assert.match(framed.text, /<iframe/);
  const alone = page(await show(app, 'overlay', { ...followed, to: refusing, overlayId: id }));
  assert.doesNotMatch(alone.text, /<iframe/);
  assert.ok(alone.text.includes(`href="${refusing}"`));
  await deleteOwned(app, owner, ownedOverlays, id);
  assert.deepEqual(await show(app, 'overlay', { ...followed, to: open, overlayId: id }), { to: open });
});

test('no interstitial links to an unsafe destination', async (app) => {
  const followed = await follow(app);
  for (const to of ['javascript:alert(1)', 'data:text/html,hi', 'not an address', 'file:///etc/passwd'])
    for (const as of ['splash', 'frame', 'pixels', 'overlay'] as const)
      await assert.rejects(show(app, as, { ...followed, to, pixels: allPixels }), /not found/);
});

test('pixels: asks for consent first and loads no pixel before it', async (app) => {
  const followed = await follow(app, { pixels: [{ type: 'fbpixel', tag: '123' }] });
  const { text, view, head } = page(await show(app, 'pixels', followed));
  assert.match(text, /Allow and continue[^]*Continue without notifying/);
  assert.doesNotMatch(text, /data-pixels|facebook\.com/);
  // Without scripts, the page redirects directly.
  assert.match(head, /content="0;url=https:\/\/example\.com/);
  assert.deepEqual(view.policy?.sources, {
    'script-src': ['https://connect.facebook.net'],
    'connect-src': ['https://connect.facebook.net', 'https://www.facebook.com'],
  });
});

test('pixels: fired after consent, as images without scripts', async (app) => {
  const followed = await follow(app, { pixels: allPixels });
  const cookies = { [`pixels_${followed.ownerId}`]: 'yes' };
  const { text, view } = page(await show(app, 'pixels', followed, { cookies }));
  assert.match(text, /data-when="now" data-then="on"/);
  for (const { tag } of allPixels) assert.ok(text.includes(tag), tag);
  assert.match(text, /<noscript>[^]*https:\/\/www\.facebook\.com\/tr\?id=/);
  assert.deepEqual(view.scripts, ['interstitials/pixels.ts']);
});

test('pixels: none after refusal or with a privacy signal of the browser', async (app) => {
  const followed = await follow(app, { pixels: allPixels });
  const straightOn = { to: followed.to };
  const refused = { cookies: { [`pixels_${followed.ownerId}`]: 'no' } };
  assert.deepEqual(await show(app, 'pixels', followed, refused), straightOn);
  assert.deepEqual(await show(app, 'pixels', followed, { refusesTracking: true }), straightOn);
  const splash = page(await show(app, 'splash', followed, { refusesTracking: true }));
  assert.doesNotMatch(splash.text, /pixels|Facebook/);
  assert.deepEqual(splash.view.policy?.sources, {});
  // Consent for one owner does not apply to another.
  assert.match(
    page(await show(app, 'pixels', followed, { cookies: { pixels_999: 'yes' } })).text,
    /Allow and continue/,
  );
});

test('pixels: an owner may show a notice instead of asking, or neither', async (app) => {
  const followed = await follow(app, { pixels: [{ type: 'tiktok', tag: 'C4A' }] });
  const owner = { id: followed.ownerId };
  await updateConsent(app, owner, { mode: 'notice', privacy: 'https://example.org/privacy' });
  const notice = page(await show(app, 'pixels', followed)).text;
  assert.match(notice, /notify TikTok[^]*https:\/\/example\.org\/privacy[^]*Continue without notifying/);
  assert.match(notice, /data-when="notice"/);
  await updateConsent(app, owner, { mode: 'legitimate' });
  const fired = page(await show(app, 'pixels', followed)).text;
  assert.match(fired, /data-when="now"/);
  // There is no consent, so there is no image for browsers without scripts.
  assert.doesNotMatch(fired, /<noscript>/);
});

test('pixels of a splash page ask for consent below it', async (app) => {
  const followed = await follow(app, { pixels: [{ type: 'bing', tag: '1' }] });
  const { text, view } = page(await show(app, 'splash', followed));
  assert.match(text, /Allow the owner of this link to notify Microsoft Bing/);
  assert.match(text, /data-when="asked"/);
  assert.deepEqual(view.scripts, ['interstitials/countdown.ts', 'interstitials/pixels.ts']);
});
