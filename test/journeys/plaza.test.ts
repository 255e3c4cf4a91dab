import { after, before, describe, it } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { enterPlainly } from './plain-person.ts';
import { plazaJourney } from './plaza-journey.ts';

describe('Plaza', () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  it('works with its pages only', () => plazaJourney(enterPlainly, services.plaza, 'plain'));
});
