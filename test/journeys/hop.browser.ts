import { after, before, describe, it } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { enterWithBrowser } from './browser-person.ts';
import { hopJourney } from './hop-journey.ts';

describe('Hop in a browser', { concurrency: 2 }, () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  it('works with scripts', async () => {
    await hopJourney(enterWithBrowser({ scripts: true }), services.hop, 'lively');
  });
  it('works without scripts', async () => {
    await hopJourney(enterWithBrowser({ scripts: false }), services.hop, 'still');
  });
});
