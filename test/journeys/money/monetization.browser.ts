import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPerson, getPerson } from '../../world.ts';
import { enter } from '../interface/enter.ts';
import { enterWithBrowser } from '../browser-person.ts';
import { startMarket, type Market } from './market.ts';
import { cookiesOf, monetizationJourney } from './monetization-journey.ts';

describe('selling and buying in a browser', () => {
  let market: Market;
  let operator: Record<string, string>;
  before(async () => {
    market = await startMarket();
    // The first account becomes the operator.
    operator = await cookiesOf(market.app, await addPerson(market.app, 'olga'));
  });
  after(() => market.stop());

  it('confirms a wallet credit by name and amount, without a red button', async () => {
    const olga = await market.app.db
      .selectFrom('identity.account')
      .where('username', '=', 'olga')
      .select('id')
      .executeTakeFirstOrThrow();
    const page = await enter(market, await getPerson(market.app, olga.id));
    await page.goto('/operator/wallets/top-ups');
    await page.getByLabel('Username').fill('olga');
    await page.getByLabel('Amount in USD').fill('12.50');
    await page.getByLabel('Reason').fill('Paid at the desk');
    await page.getByRole('button', { name: 'Credit wallet' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.innerText(), /Credit 12\.50 USD to olga\?/);
    const classes = await dialog.getByRole('button', { name: 'Credit wallet' }).getAttribute('class');
    assert.equal(classes, 'button primary');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  });

  it('works with scripts', () =>
    monetizationJourney(enterWithBrowser({ scripts: true }), market, operator, 'lively'));
});
