// What a person typed survives a lost connection and a reload, and the browser's time zone reaches statistics.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import { insertClicks, clickLines, sampleClick } from '../../../src/links/clicks/spool/insert-clicks.ts';
import { openContext } from '../../chromium/browser.ts';
import { addLink } from '../../links.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';

describe('what was typed', () => {
  let services: Services;
  let cookies: { name: string; value: string }[];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const ada = await addPerson(services.app, 'ada');
    const device = { createdVia: 'page', userAgent: '', address: '' } as const;
    const token = await startSession(services.app, ada.id, device);
    cookies = Object.entries({ c_user: ada.id, xs: token }).map(([name, value]) => ({ name, value }));
    const { id } = await addLink(services.app, 'spring');
    const click = sampleClick({ linkId: id, at: services.app.clock.now().getTime() });
    await insertClicks(services.app, clickLines(click));
  });
  after(() => services.stop());

  async function openPage(base: string, path: string): Promise<Page> {
    const context = await openContext({ baseURL: base, timezoneId: 'Asia/Kolkata' });
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: base })));
    // People who write Markdown have a text area.
    await context.addInitScript(() => localStorage.setItem('writes-markdown', ''));
    const page = await context.newPage();
    await page.goto(path);
    await page.waitForFunction(() => document.documentElement.dataset.script !== undefined);
    return page;
  }

  it('stays while the server cannot be reached', async () => {
    const page = await openPage(services.plaza, '/questions/new');
    await page.fill('[name=title]', 'How do I keep bread?');
    await page.fill('[name=text]', 'It is stale.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('#toasts', { hasText: 'The server can’t be reached' }).waitFor();
    assert.equal(await page.inputValue('[name=title]'), 'How do I keep bread?');
    assert.equal(await page.inputValue('[name=text]'), 'It is stale.');
    await page.context().close();
  });

  it('is there again after a reload, the title too', async () => {
    const page = await openPage(services.plaza, '/questions/new');
    await page.fill('[name=title]', 'How do I keep bread?');
    await page.fill('[name=text]', 'It is stale.');
    await page.waitForFunction(
      () => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length === 2,
    );
    await page.reload();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=title]')?.value !== '');
    assert.equal(await page.inputValue('[name=title]'), 'How do I keep bread?');
    assert.equal(await page.inputValue('[name=text]'), 'It is stale.');
    await page.context().close();
  });

  it('is not needed for the time zone of statistics, which the browser names', async () => {
    const page = await openPage(services.hop, '/dashboard');
    await page.waitForFunction(() => document.cookie.includes('time_zone='));
    await page.goto('/dashboard/statistics?range=7d');
    assert.match(await page.content(), /\(Asia\/(Kolkata|Calcutta)\)/);
    await page.context().close();
  });
});
