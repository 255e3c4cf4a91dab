// Live events of two people in browsers reach every open page, through interruptions of the stream.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Viewer } from '../../src/platform/app.ts';
import { sendFriendRequest } from '../../src/social/relationships/connect.ts';
import { follow } from '../../src/social/relationships/follows.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { react } from '../../src/social/reactions/reactions.ts';
import { openContext } from '../chromium/browser.ts';
import { openSignedIn } from '../chromium/enter-as.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { addPerson } from '../world.ts';

describe('a signed-in person’s pages', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    // The first account becomes the operator.
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    carol = await addPerson(services.app, 'carol');
  });
  after(() => services.stop());

  const enter = (viewer: Viewer) => openSignedIn(services, viewer);

  async function openPage(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  const shows = (page: Page, name: string, count: string) =>
    page.waitForFunction(
      ([name, count]) => {
        const badge = document.querySelector<HTMLElement>(`[data-badge=${name}]`);
        return badge && (badge.hidden ? '0' : badge.firstChild?.nodeValue) === count;
      },
      [name, count] as const,
    );

  const titled = (page: Page, start: string) =>
    page.waitForFunction((start) => document.title.startsWith(start), start);

  const post = (by: Viewer, text: string) =>
    publishPost(services.app, by, { text, privacy: 'public', photos: [] });

  it('live counts update on every page and tab over one stream', async () => {
    const context = await enter(ada);
    const streams: string[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/live') streams.push(request.url());
    });
    const settings = await openPage(context, '/settings');
    const operator = await openPage(context, '/operator/settings');
    await settings.locator('[data-badge=notifications]').waitFor({ state: 'attached' });
    const id = await post(ada, 'Something to react to');
    await react(services.app, bob, id, 'love');
    for (const page of [settings, operator]) {
      await shows(page, 'notifications', '1');
      await titled(page, '(1) ');
    }
    await sendFriendRequest(services.app, carol, ada.id);
    for (const page of [settings, operator]) {
      await shows(page, 'friendRequests', '1');
      await titled(page, '(2) ');
    }
    // Also on pages without navigation, and after a Turbo visit.
    await settings.locator('.rail a[href="/saved"]').click();
    await settings.waitForURL('**/saved');
    await titled(settings, '(2) Saved');
    // Viewing the list resets the count everywhere.
    const list = await openPage(context, '/notifications');
    for (const page of [list, settings, operator]) await shows(page, 'notifications', '0');
    assert.deepEqual(streams.length, 1, 'the tabs share one stream');

    // When the leading tab closes, the next one continues.
    await settings.close();
    const other = await post(ada, 'Something else');
    await react(services.app, carol, other, 'haha');
    await list.getByText('Something else').waitFor();
    await shows(operator, 'friendRequests', '1');
    assert.deepEqual(streams.length, 2, 'the next tab opens a stream of its own');
    await context.close();
  });

  it('miss nothing while the stream is cut', async () => {
    const context = await enter(bob);
    const page = await openPage(context, '/settings');
    const id = await post(bob, 'Mine');
    await react(services.app, ada, id, 'love');
    await shows(page, 'notifications', '1');
    await context.setOffline(true);
    await sendFriendRequest(services.app, ada, bob.id);
    await context.setOffline(false);
    await shows(page, 'notifications', '2');
    await shows(page, 'friendRequests', '1');
    await context.close();
  });

  it('catch up with events from before their scripts loaded, and retry when the server is busy', async () => {
    const context = await enter(ada);
    const scripts = Promise.withResolvers<undefined>();
    await context.route(/\/refresh[^/]*$/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    let asked = 0;
    await context.route('**/notifications/latest?*', async (route) => {
      asked += 1;
      await (asked === 1 ? route.fulfill({ status: 503 }) : route.continue());
    });
    const page = await openPage(context, '/notifications');
    await react(services.app, bob, await post(ada, 'What came early'), 'love');
    await shows(page, 'notifications', '1');
    scripts.resolve(undefined);
    await page.getByText('What came early').waitFor();
    assert.ok(asked > 1);
    await context.close();
  });

  it('are resumed by the next leading tab after the former one closed', async () => {
    const context = await enter(ada);
    const first = await openPage(context, '/settings');
    const second = await openPage(context, '/settings');
    const late = await context.newPage();
    await late.addInitScript(() => {
      document.addEventListener('live:notification', () => (document.documentElement.dataset.heard = ''));
    });
    const script = Promise.withResolvers<undefined>();
    await late.route(/\/live[^/]*$/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await late.goto('/settings');
    await react(services.app, carol, await post(ada, 'To be told twice'), 'love');
    for (const page of [first, second]) await shows(page, 'notifications', '1');
    const stream = context.waitForEvent('request', (request) => new URL(request.url()).pathname === '/live');
    await first.close();
    await stream;
    script.resolve(undefined);
    await late.locator('html[data-heard]').waitFor({ state: 'attached' });
    await context.close();
  });

  it('announce new posts of people they follow', async () => {
    await follow(services.app, carol, bob.id);
    await post(bob, 'An old one');
    const context = await enter(carol);
    const page = await openPage(context, '/');
    await page.getByText('An old one').waitFor();
    await post(ada, 'By somebody else');
    await post(bob, 'A new one');
    await page.getByRole('link', { name: '1 new post', exact: true }).click();
    await page.getByText('A new one').waitFor();
    await context.close();
  });

  it('are cached for signed-out visitors', async () => {
    const context = await openContext({ baseURL: services.plaza });
    const page = await openPage(context, '/discover');
    assert.equal(await page.locator('body[data-live]').count(), 0);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    assert.deepEqual(
      fetched.filter((path) => path.includes('live')),
      [],
    );
    await context.close();
  });
});
