// Walks through every page of both services as the first person of an empty installation, and signed out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exchange } from '../peers/exchange.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { password } from '../world.ts';
import { crawl, everyRoute } from './crawl.ts';

/** What a page shows that calculates with nothing, and a text whose value is missing. */
const nonsense = /\b(?:NaN|undefined|Invalid Date|null|Infinity|1970)\b|\[object |\{\w+\}/;

describe('a walk through an empty installation', () => {
  let services: Services;
  let cookie: string;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    cookie = await signUp(services);
  });
  after(() => services.stop());

  for (const reader of ['operator', 'stranger'] as const)
    it(`finds no broken link and no value of nothing, as ${reader}`, async (context) => {
      const pages = await crawl(services, reader === 'operator' ? cookie : '');
      context.diagnostic(`${pages.length} pages`);
      // Some pages of the list demand a parameter, which only a link to them has.
      const broken = pages.filter(({ status, from }) => status >= (from === everyRoute ? 500 : 400));
      assert.deepEqual(
        broken.map(({ service, path, from, status }) => `${service} ${path} on ${from}: ${status}`),
        [],
      );
      // Descriptions of programs contain such words.
      const wrong = pages.filter(
        ({ path, text }) => !/^\/(tools|api-docs)\b/.test(path) && nonsense.test(text),
      );
      assert.deepEqual(
        wrong.map(({ service, path, text }) => `${service} ${path}: ${nonsense.exec(text)?.[0] ?? ''}`),
        [],
      );
    });
});

/** Signs up through the page, as the first person does. */
async function signUp({ plaza }: Services): Promise<string> {
  const { headers } = await exchange(plaza, {
    method: 'POST',
    path: '/signup',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(plaza).origin },
    body: new URLSearchParams({
      name: 'Ada',
      username: 'ada',
      email: 'ada@example.org',
      password,
    }).toString(),
  });
  const cookies = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0] ?? '');
  assert.ok(cookies.length > 0, 'nobody is signed in');
  return cookies.join('; ');
}
