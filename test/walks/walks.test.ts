// Walks through every page and form of both services, with the content of `npm run demo`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFilled } from './filled-services.ts';
import type { FilledServices } from './filled-services.ts';
import { walkForms } from './forms.ts';
import { walkFrames } from './frames.ts';
import { walkQueryStrings } from './query-strings.ts';

describe('a walk through every page and form', () => {
  let services: FilledServices;
  before(async () => {
    services = await startFilled();
  });
  after(() => services.stop());

  it('meets no error of the server whatever the query string says', async (context) => {
    const { faults, sent } = await walkQueryStrings(services);
    context.diagnostic(`${sent} requests`);
    assert.deepEqual(faults, []);
  });

  for (const reader of ['owner', 'member', 'stranger'] as const)
    it(`finds the frame of every link and form in a frame, as ${reader}`, async (context) => {
      const { faults, followed } = await walkFrames(services, reader);
      context.diagnostic(`${followed} links and forms`);
      assert.deepEqual(faults, []);
    });

  for (const reader of ['owner', 'member'] as const)
    it(`keeps what was typed in forms and shows errors at their fields, as ${reader}`, async (context) => {
      const { faults, sent, rejected } = await walkForms(services, reader);
      context.diagnostic(`${sent} forms sent, ${rejected} rejected`);
      assert.deepEqual(faults, []);
    });
});
