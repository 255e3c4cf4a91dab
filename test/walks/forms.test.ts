// Sends every form of both services with wrong fields, with the content of `npm run demo`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFilled } from './filled-services.ts';
import type { FilledServices } from './filled-services.ts';
import { walkForms } from './forms.ts';

describe('a walk through every form', () => {
  let services: FilledServices;
  before(async () => {
    services = await startFilled();
  });
  after(() => services.stop());

  for (const reader of ['owner', 'member'] as const)
    it(`keeps what was typed and shows errors at their fields, as ${reader}`, async (context) => {
      const { faults, sent, rejected } = await walkForms(services, reader);
      context.diagnostic(`${sent} forms sent, ${rejected} rejected`);
      assert.deepEqual(faults, []);
    });
});
