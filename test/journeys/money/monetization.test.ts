import { test } from 'node:test';
import { addPerson } from '../../world.ts';
import { enterPlainly } from '../plain-person.ts';
import { startMarket } from './market.ts';
import { cookiesOf, monetizationJourney } from './monetization-journey.ts';

test('selling and buying works with plain forms', async () => {
  const market = await startMarket();
  try {
    const operator = await cookiesOf(market.app, await addPerson(market.app, 'olga'));
    await monetizationJourney(enterPlainly, market, operator, 'plain');
  } finally {
    await market.stop();
  }
});
