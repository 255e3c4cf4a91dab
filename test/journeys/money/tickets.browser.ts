// Paid tickets in a browser, with a thumb on a phone: bought from the wallet, given back, bought by the waiting list, and
// checked in by the QR code. With and without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { days, hours } from '../../../src/kernel/time.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { addEvent } from '../../../src/social/events/events.ts';
import { provider, transfer, wallet } from '../../../src/social/wallet/ledger.ts';
import { toMoney } from '../../../src/social/wallet/money.ts';
import { getBalances } from '../../../src/social/wallet/balances.ts';
import { eventually } from '../../peers/eventually.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describe('tickets on a phone', () => {
  let services: Services;
  let [ada, bob, carol] = [] as unknown as [Viewer, Viewer, Viewer];

  before(async () => {
    services = await startServices({
      ...{ RATE_LIMITS: 'false', MONETIZATION: 'members', COMMISSION_PERCENT: '10' },
    });
    const { app } = services;
    await addPerson(app, 'olga');
    [ada, bob, carol] = [
      await addPerson(app, 'ada'),
      await addPerson(app, 'bob'),
      await addPerson(app, 'carol'),
    ];
    for (const { id } of [bob, carol])
      await transfer(
        app,
        [{ from: provider('operator'), to: wallet(id), amount: toMoney('20'), kind: 'credit' }],
        { key: `credit ${id}`, cause: { subject: 'credit' } },
      );
  });
  after(() => services.stop());

  const walletOf = async ({ id }: Viewer) => Number((await getBalances(services.app, id)).wallet) / 1_000_000;

  let hasScripts = true;
  async function check(page: Page): Promise<void> {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), page.url());
    if (hasScripts) assert.deepEqual(await violationsIn(page), []);
  }

  const press = async (page: Page, name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first();
    const box = await button.boundingBox();
    assert.ok(box && box.height >= 36, `${String(name)} is too small for a thumb`);
    await button.tap();
  };

  /** Begins within a day, so that guests are let in. */
  const add = (title: string) => {
    const at = (more: number) => new Date(Date.now() + more).toISOString().slice(0, 16);
    return addEvent(services.app, ada, {
      ...{ title, about: 'Rye bread', place: 'Community oven', address: 'Mill Lane 3', link: '', rule: '' },
      ...{ timeZone: 'UTC', isAllDay: false, capacity: 1, price: '5' },
      ...{ start: at(hours(20)), end: at(days(1)) },
    });
  };

  for (const scripts of [true, false])
    it(`are bought, given back and checked in ${scripts ? 'with' : 'without'} scripts`, async () => {
      hasScripts = scripts;
      const path = `/events/${await add(`Baking night ${scripts ? 'one' : 'two'}`)}`;
      const [host, first, second] = await Promise.all(
        [ada, bob, carol].map((viewer) => enter(services, viewer, scripts, phone)),
      );
      assert.ok(host && first && second);
      const before = await Promise.all([bob, carol].map(walletOf));
      await first.goto(path);
      await check(first);
      await press(first, /^Buy ticket/);
      await first.getByRole('heading', { name: 'Your ticket' }).waitFor();
      await check(first);
      await second.goto(path);
      await check(second);
      await press(second, /^Join waiting list/);
      await second.getByRole('heading', { name: 'You are on the waiting list' }).waitFor();
      await check(second);
      // The place goes to who waits, and the money with it.
      await press(first, /^Not going/);
      await first.getByText('Answer saved').first().waitFor();
      const owned = await eventually(
        () => Promise.all([bob, carol].map(walletOf)),
        ([, then]) => then !== before[1],
      );
      assert.deepEqual(owned, [before[0], (before[1] ?? 0) - 5]);
      await second.goto(path);
      await second.getByRole('heading', { name: 'Your ticket' }).waitFor();
      const code = (await second.locator('.event-ticket-text code').textContent()) ?? '';

      await host.goto(`${path}/check-in`);
      await check(host);
      await host.getByLabel('Code of the ticket').fill('34-WRONGCOD');
      await press(host, 'Check in');
      await host.getByText('No ticket of this event has the code').waitFor();
      await check(host);
      // What the camera reads in the QR code.
      await host.goto(`${path}/check-in?code=${code}`);
      await host.getByText('Not checked in yet').waitFor();
      await check(host);
      await press(host, 'Check in');
      await host.getByText('1 of 1 checked in').waitFor();
      await check(host);
      await press(host, 'Undo');
      await host.getByText('Check-in taken back').first().waitFor();
      await host.getByLabel('Code of the ticket').fill(code.toLowerCase());
      await host
        .locator('.card', { hasText: 'Enter a code' })
        .getByRole('button', { name: 'Check in' })
        .tap();
      await host.getByText('1 of 1 checked in').waitFor();
      await second.goto(path);
      await second.getByText('Checked in').first().waitFor();
      await check(second);
      for (const page of [host, first, second]) await page.context().close();
    });
});
