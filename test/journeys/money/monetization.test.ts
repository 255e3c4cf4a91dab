import { test } from 'node:test';
import { startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enterPlainly } from '../plain-person.ts';
import { cookiesOf, monetizationJourney } from './monetization-journey.ts';

test('selling and buying works with plain forms', async () => {
  const services = await startServices({ RATE_LIMITS: 'false', PAYOUT_LEAST: '1' });
  try {
    const operator = await cookiesOf(services.app, await addPerson(services.app, 'olga'));
    await monetizationJourney(enterPlainly, services, operator, 'plain');
  } finally {
    await services.stop();
  }
});
