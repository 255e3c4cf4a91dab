import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { newcomer, openBrowser, signInAt, testProvider } from '../../../test/peers/at-provider.ts';
import type { Browser } from '../../../test/peers/at-provider.ts';
import { TestApp } from '../../../test/peers/oauth-app.ts';
import { minutes, seconds } from '../../kernel/time.ts';

const password = 'correct horse battery';
const signIn = (at: Browser, next: string, username = 'ada') =>
  at.post('/signin', { username_email: username, password, next, again: '1' });

/** The page to which a request is sent, and where that page leads afterwards. */
const nextOf = (location: string): string =>
  new URL(location, 'http://plaza.test').searchParams.get('next') ?? '';

/** Approves the consent page. Returns what the app gets. */
async function approve(at: Browser, shown: { text: string }): Promise<URLSearchParams> {
  const request = /name="request" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const { location, text } = await at.post('/oauth2/authorize', { request, answer: 'approve' });
  assert.ok(location, text.slice(0, 500));
  return new URL(location).searchParams;
}

const timeOf = async (app: TestApp, code: string) => {
  const { body } = await app.exchange(code);
  return decodeJwt(String(body.id_token)).auth_time;
};

for (const asking of [{ prompt: 'login' }, { max_age: '0' }, { max_age: '60' }, { prompt: 'login consent' }])
  testPlaza(`the person signs in again for ${JSON.stringify(asking)}`, async (world) => {
    const app = new TestApp(world.plaza);
    await app.register();
    const at = openBrowser(world);
    await signIn(at, '/');
    world.app.clock.turn(minutes(2));
    const sent = await at.get(app.address({ scope: 'openid', ...asking }));
    assert.match(sent.location, /^\/signin\?again=1&next=%2Foauth2%2Fauthorize/);
    const page = await at.get(sent.location);
    assert.match(page.text, /Sign in again[^]*value="ada"/);
    const next = nextOf(sent.location);
    const early = new URL((await at.get(next)).location);
    assert.equal(early.searchParams.get('error'), 'login_required', 'nobody signed in');
    world.app.clock.turn(seconds(5));
    const wrong = await at.post('/signin', { username_email: 'ada', password: 'wrong', next, again: '1' });
    assert.match(wrong.text, /Sign in again/);
    assert.equal((await signIn(at, next)).location, next);
    const shown = await at.get(next);
    assert.equal(shown.status, 200, shown.location);
    const now = Math.floor(world.app.clock.now().getTime() / 1000);
    assert.equal(await timeOf(app, (await approve(at, shown)).get('code') ?? ''), now);
  });

testPlaza('a recent sign-in suffices for max_age, and auth_time is when it was', async (world) => {
  const app = new TestApp(world.plaza);
  await app.register();
  const at = openBrowser(world);
  await signIn(at, '/');
  const then = Math.floor(world.app.clock.now().getTime() / 1000);
  world.app.clock.turn(minutes(2));
  const shown = await at.get(app.address({ scope: 'openid', max_age: '3600' }));
  assert.equal(await timeOf(app, (await approve(at, shown)).get('code') ?? ''), then);
});

testPlaza('a visitor signs in once', async (world) => {
  const app = new TestApp(world.plaza);
  await app.register();
  const at = openBrowser(world);
  const sent = await at.get(app.address({ scope: 'openid', prompt: 'login' }));
  assert.match(sent.location, /^\/signin\?next=/);
  const next = nextOf(sent.location);
  await signIn(at, next);
  assert.equal((await at.get(next)).status, 200);
});

testPlaza('what says that the person signed in again is of this request, and of this site', async (world) => {
  const app = new TestApp(world.plaza);
  await app.register();
  const at = openBrowser(world);
  await signIn(at, '/');
  const old = nextOf((await at.get(app.address({ prompt: 'login', state: 'a' }))).location);
  const asked = new URL(old, 'http://plaza.test').searchParams.get('asked') ?? '';
  world.app.clock.turn(seconds(5));
  await signIn(at, '/');
  for (const wrong of [asked, `${asked.slice(0, -2)}AA`, 'x', '']) {
    const address = `${app.address({ prompt: 'login', state: 'b' })}&asked=${wrong}`;
    assert.match((await at.get(address)).location, /^\/signin\?again=1/, wrong);
  }
  assert.equal((await at.get(old)).status, 200);
  world.app.clock.turn(minutes(31));
  assert.match((await at.get(old)).location, /^\/signin\?again=1/, 'long ago');
});

testPlaza('prompt=none shows nothing', async (world) => {
  const app = new TestApp(world.plaza);
  await app.register();
  const at = openBrowser(world);
  const error = async (changes: Record<string, string>) =>
    new URL((await at.get(app.address({ prompt: 'none', ...changes }))).location).searchParams.get('error');
  assert.equal(await error({}), 'login_required');
  await signIn(at, '/');
  assert.equal(await error({}), 'consent_required');
  const hint = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.AA`;
  assert.equal(await error({ id_token_hint: hint(world.ada.id) }), 'consent_required');
  for (const other of [hint(world.bob.id), 'no token'])
    assert.equal(await error({ id_token_hint: other }), 'login_required', 'somebody else is expected');
  world.app.clock.turn(minutes(2));
  assert.equal(await error({ max_age: '60' }), 'login_required');
});

testProvider('a provider that knew the browser proves nothing', async (world, provider) => {
  const app = new TestApp(world.plaza);
  await app.register();
  const at = openBrowser(world);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', { name: 'G', username: 'grace' });
  world.app.clock.turn(seconds(5));
  const sent = await at.get(app.address({ scope: 'openid', prompt: 'login' }));
  const next = nextOf(sent.location);
  const button = /href="(\/signin\/with\/corp[^"]+)"/.exec((await at.get(sent.location)).text)?.[1] ?? '';
  assert.match(button, /again=1/);
  const comeBack = async (path: string) => {
    const back = new URL(await provider.follow((await at.get(path)).location));
    return at.get(back.pathname + back.search);
  };
  const quick = button.replaceAll('&amp;', '&').replace(/&again=1/, '');
  assert.equal((await comeBack(quick)).location, next);
  assert.match((await at.get(next)).location, /error=login_required/);
  assert.equal((await comeBack(button.replaceAll('&amp;', '&'))).location, next);
  assert.equal((await at.get(next)).status, 200);
});
