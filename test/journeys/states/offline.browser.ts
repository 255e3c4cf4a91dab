// Without a connection: the last feed, a page that says so, posts that wait, and nothing after a sign-out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { eventually } from '../../peers/eventually.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';

const phone = { hasTouch: true, viewport: { width: 390, height: 844 } };

describe('a phone without a connection', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    await publishPost(services.app, ada, { text: 'For a tunnel', privacy: 'me', photos: [] });
  });
  after(() => services.stop());

  /** What a browser has. */
  const stored = (page: Page) =>
    page.evaluate(async () => {
      const [feed, files] = await Promise.all([
        caches.match('/', { cacheName: 'personal', ignoreVary: true }),
        caches.open('shell').then((cache) => cache.keys()),
      ]);
      return {
        hasFeed: feed !== undefined,
        hasFiles: files.some(({ url }) => url.includes('/styles/main.css')),
      };
    });
  /** Opens the feed, and waits until the service worker has it with the files of the interface. */
  async function openFeed(viewer: Viewer): Promise<Page> {
    const page = await enter(services, viewer, true, { ...phone, serviceWorkers: 'allow' });
    page.setDefaultTimeout(20_000);
    await page.goto('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // The first page was loaded before there was a service worker.
    await page.reload();
    await eventually(
      () => stored(page),
      ({ hasFeed, hasFiles }) => hasFeed && hasFiles,
    );
    return page;
  }

  it('reads the last feed, says so on other pages, and comes back', async () => {
    const page = await openFeed(ada);
    await page.context().setOffline(true);
    await page.goto('/');
    await page.getByText('For a tunnel').waitFor();
    await page.getByText('You are offline. What you see may be old').waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.goto('/articles');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    assert.deepEqual(await violationsIn(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    await page.getByRole('link', { name: 'Read the last feed' }).tap();
    await page.getByText('For a tunnel').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.goto('/articles');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Articles', exact: true }).waitFor();
    await page.context().close();
  });

  it('sends what was written when there is a connection', async () => {
    const page = await openFeed(ada);
    await page.locator('.composer-prompt').tap();
    await page.getByRole('dialog').locator('textarea').first().fill('From a tunnel');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Post', exact: true }).tap();
    await page.getByRole('list', { name: 'Waiting posts' }).getByText('From a tunnel').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('list', { name: 'Waiting posts' }).waitFor({ state: 'detached' });
    const posts = await services.app.db
      .selectFrom('social.post')
      .where('text', '=', 'From a tunnel')
      .select('id')
      .execute();
    assert.equal(posts.length, 1);
    await page.context().close();
  });

  it('sends what waits after the page was closed, by background sync', async () => {
    const page = await openFeed(ada);
    await page.locator('.composer-prompt').tap();
    await page.getByRole('dialog').locator('textarea').first().fill('From a closed page');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Post', exact: true }).tap();
    await page.getByRole('list', { name: 'Waiting posts' }).getByText('From a closed page').waitFor();
    // A page of nobody, so that the service worker has no page to leave the post to.
    const blank = await page.context().newPage();
    await page.close();
    const browser = await blank.context().newCDPSession(blank);
    const registered = new Promise<{ registrationId: string }>((resolve) => {
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(services.plaza));
        if (found) resolve(found);
      });
    });
    await browser.send('ServiceWorker.enable');
    const { registrationId } = await registered;
    await blank.context().setOffline(false);
    const sync = { origin: services.plaza, registrationId, tag: 'outbox', lastChance: false };
    const posts = await eventually(
      async () => {
        await browser.send('ServiceWorker.dispatchSyncEvent', sync);
        const sent = services.app.db.selectFrom('social.post').where('text', '=', 'From a closed page');
        return sent.select('author_id').execute();
      },
      ({ length }) => length > 0,
    );
    assert.deepEqual(posts, [{ author_id: ada.id }]);
    await blank.context().close();
  });

  it('has nothing of a person who signed out', async () => {
    const page = await openFeed(ada);
    await page.evaluate(async () => {
      await fetch('/signout', { method: 'POST' });
    });
    await page.goto('/');
    await eventually(
      () => stored(page),
      ({ hasFeed }) => !hasFeed,
    );
    await page.context().setOffline(true);
    await page.goto('/').catch(() => undefined);
    assert.equal(await page.getByText('For a tunnel').count(), 0);
    await page.context().close();
  });

  it('has nothing of a person whose account somebody else uses next', async () => {
    const page = await openFeed(ada);
    const other = await enter(services, bob);
    await page.context().clearCookies();
    await page.context().addCookies(await other.context().cookies());
    await page.goto('/discover');
    await eventually(
      () => stored(page),
      ({ hasFeed }) => !hasFeed,
    );
    await page.context().setOffline(true);
    await page.goto('/');
    await page.getByText('You are offline').first().waitFor();
    assert.equal(await page.getByText('For a tunnel').count(), 0);
    await other.context().close();
    await page.context().close();
  });

  it('is left alone by a server that has turned it off', async () => {
    const page = await openFeed(ada);
    const off = await startServices({ RATE_LIMITS: 'false', SERVICE_WORKER: 'false' });
    const removal = await (await fetch(`${off.plaza}/service-worker.js`)).text();
    await off.stop();
    assert.match(removal, /unregister/);
    assert.doesNotMatch(removal, /fetch/);
    await page.context().close();
  });

  it('is not on redirects, short links or for visitors', async () => {
    assert.equal((await fetch(`${services.hop}/service-worker.js`)).status, 404);
    const page = await enter(services, ada, true, { serviceWorkers: 'allow' });
    await page.context().clearCookies();
    await page.goto('/discover');
    await page.waitForLoadState('networkidle');
    assert.equal(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      0,
    );
    await page.context().close();
  });

  it('installs both services, with shortcuts', async () => {
    for (const base of [services.plaza, services.hop]) {
      const manifest = (await (await fetch(`${base}/manifest.webmanifest`)).json()) as {
        display: string;
        icons: { src: string; sizes: string; purpose?: string }[];
        shortcuts: { name: string; url: string }[];
      };
      assert.equal(manifest.display, 'standalone');
      for (const purpose of [undefined, 'maskable'])
        assert.ok(manifest.icons.some((icon) => icon.sizes === '512x512' && icon.purpose === purpose));
      assert.equal(manifest.shortcuts.length, 4);
      for (const { src } of manifest.icons) assert.equal((await fetch(base + src)).status, 200);
      for (const { url } of manifest.shortcuts)
        assert.ok((await fetch(base + url, { redirect: 'manual' })).status < 400, url);
    }
  });
});
