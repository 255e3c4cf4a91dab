import { after, before, describe, it } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { enterWithBrowser } from './browser-person.ts';
import { plazaJourney } from './plaza-journey.ts';

describe('Plaza in a browser', { concurrency: 2 }, () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  it('works with scripts', () => plazaJourney(enterWithBrowser({ scripts: true }), services.plaza, 'lively'));
  it('works without scripts', () =>
    plazaJourney(enterWithBrowser({ scripts: false }), services.plaza, 'still'));
});
