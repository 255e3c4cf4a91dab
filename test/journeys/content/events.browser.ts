// An event in a browser, with and without scripts: a host adds a series with one place, guests answer, and the place
// passes on. On a phone nothing is wider than the screen.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { days } from '../../../src/kernel/time.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';

describe('an event in a browser', () => {
  let services: Services;
  let host: Viewer, bob: Viewer, carol: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    // The first account becomes the operator.
    await addPerson(services.app, 'olga');
    host = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    carol = await addPerson(services.app, 'carol');
  });
  after(() => services.stop());

  async function enter(viewer: Viewer, scripts: boolean): Promise<Page> {
    const options = { javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } };
    const context = await openSignedIn(services, viewer, options);
    return context.newPage();
  }

  const inDays = (count: number) => new Date(Date.now() + days(count)).toISOString().slice(0, 10);

  async function addOn(page: Page, title: string): Promise<string> {
    await page.goto('/events/new');
    await page.locator('[name=title]').fill(title);
    await page.getByLabel('Start').fill(`${inDays(5)}T19:00`);
    await page.getByLabel('End', { exact: true }).fill(`${inDays(5)}T21:00`);
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Repeat').selectOption('weekly');
    await page.locator('[name=until]').fill(inDays(20));
    await page.locator('[name=place]').fill('Community oven');
    await page.locator('[name=capacity]').fill('1');
    await page.getByRole('button', { name: 'Add event' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    return page.url();
  }

  const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  for (const scripts of [true, false])
    it(`is added, answered and managed ${scripts ? 'with' : 'without'} scripts`, async () => {
      const [ada, first, second] = await Promise.all([
        enter(host, scripts),
        enter(bob, scripts),
        enter(carol, scripts),
      ]);
      const title = `Baking night ${scripts ? 'one' : 'two'}`;
      const url = await addOn(ada, title);
      await first.goto(url);
      await answer(first, 'Going');
      await first.getByText('1 person is going · No place is free').waitFor();
      await second.goto(url);
      await answer(second, 'Join waiting list');
      await second.getByRole('heading', { name: 'You are on the waiting list' }).waitFor();
      await answer(first, 'Not going');
      await first.getByText('1 person is going · No place is free').waitFor();
      await second.goto('/notifications');
      await second.getByText('You have a place at an event: one became free').first().waitFor();
      await second.goto(url);
      await second.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
      await ada.goto(`${url}/guests`);
      await ada.getByRole('link', { name: 'Carol Test' }).waitFor();
      for (const path of [
        '/events',
        `/events?month=${inDays(5).slice(0, 7)}`,
        url,
        `${url}/manage`,
        '/events/new',
      ]) {
        await ada.goto(path);
        const width = await ada.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, `${path} is ${width} wide`);
      }
      await ada.goto(`${url}/manage`);
      await ada
        .getByRole('link', { name: /^Change: / })
        .first()
        .click();
      await ada.getByLabel('Start').fill(`${inDays(6)}T10:00`);
      await ada.getByLabel('End', { exact: true }).fill(`${inDays(6)}T12:00`);
      await ada.getByRole('button', { name: 'Move date' }).click();
      await ada
        .getByText(/10:00 – 12:00 \(Europe\/Berlin\)/)
        .first()
        .waitFor();
      const calendar = await ada.request.get(`${url}/event.ics`);
      assert.match(await calendar.text(), /RRULE:FREQ=WEEKLY;UNTIL=\d{8}T\d{6}Z\r\n/);
      for (const page of [ada, first, second]) await page.context().close();
    });
});
