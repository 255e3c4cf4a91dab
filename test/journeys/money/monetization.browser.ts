import { after, before, describe, it } from 'node:test';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enterWithBrowser } from '../browser-person.ts';
import { cookiesOf, monetizationJourney } from './monetization-journey.ts';

describe('selling and buying in a browser', () => {
  let services: Services;
  let operator: Record<string, string>;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', PAYOUT_LEAST: '1' });
    // The first person runs the place.
    operator = await cookiesOf(services.app, await addPerson(services.app, 'olga'));
  });
  after(() => services.stop());

  it('works with scripts', () =>
    monetizationJourney(enterWithBrowser({ scripts: true }), services, operator, 'lively'));
});
