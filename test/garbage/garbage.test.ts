// Sends garbage to every mounted route. No response may be a server error.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createAccessKey } from '../../src/identity/access-keys.ts';
import type { Viewer } from '../../src/platform/app.ts';
import { exchange, exchangeBytes } from '../peers/exchange.ts';
import type { Answer, Sent } from '../peers/exchange.ts';
import { cpuOfAsync, recentReferenceCost } from '../pathological/cost.ts';
import { brokenMessages } from './messages.ts';
import { garbageFor, strangeHeaders, strangePaths } from './requests.ts';
import type { Target } from './requests.ts';
import { checkAnswer, describeRequest } from './answers.ts';
import { credentials } from './credentials.ts';
import { targetsOf } from './targets.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { createWorld } from '../world.ts';

/**
 * The garbage is the same in each run. `GARBAGE_SEED=random` varies it and prints the seed, with which a
 * failure can be reproduced.
 */
const seed =
  process.env.GARBAGE_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.GARBAGE_SEED ?? 1);
/** Requests per operation. `GARBAGE_RUNS=200` sends two hundred times as many. */
const runsEach = Number(process.env.GARBAGE_RUNS ?? 1);
/** For tests outside operations: addresses and headers. */
const runsOfOthers = 100 * runsEach;
/** Maximum processor time of a response, in units of the reference. */
const maxTimes = 200;

describe('garbage', () => {
  let services: Services;
  let olga: Viewer;
  let targets: Target[];
  const seen = { refused: 0, taken: 0 };
  const slowest: { times: number; what: string }[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '' });
    ({ olga } = await createWorld(services.app));
    targets = targetsOf(services);
  });
  after(() => services.stop());

  async function send(service: 'plaza' | 'hop', sent: Sent): Promise<void> {
    let answer!: Answer;
    const milliseconds = await cpuOfAsync(async () => {
      answer = await exchange(services[service], sent).catch((error: unknown) => {
        throw new Error(`${describeRequest(sent)}: ${String(error)}`, { cause: error });
      });
    });
    noteCost(milliseconds / recentReferenceCost(), sent);
    seen[answer.status < 400 ? 'taken' : 'refused'] += 1;
    checkAnswer(service, sent, answer);
  }

  /** Records the ten slowest. */
  function noteCost(times: number, { method, path }: Sent): void {
    if (times < (slowest[9]?.times ?? 0)) return;
    slowest.push({ times, what: `${method} ${path.slice(0, 120)}` });
    slowest.sort((one, other) => other.times - one.times).splice(10);
  }

  it('gets an error in the API family’s format, or is accepted, on every operation', async (context) => {
    assert.ok(targets.length > 40, `only ${targets.length} operations were found`);
    context.diagnostic(`seed ${seed}, ${targets.length} operations, ${runsEach} of each`);
    const failures: string[] = [];
    for (const [index, target] of targets.entries()) {
      const property = fc.asyncProperty(garbageFor(target), async ({ standing, sent }) => {
        const proof = await credentials(services.app, olga, target, standing);
        await send(target.service, { ...sent, headers: { ...sent.headers, ...proof } });
      });
      const { errorInstance } = await fc.check(property, { seed: seed + index, numRuns: runsEach });
      if (errorInstance) failures.push((errorInstance as Error).message);
    }
    context.diagnostic(`${seen.refused} rejected, ${seen.taken} accepted`);
    for (const { times, what } of slowest)
      context.diagnostic(`${times.toFixed(1)} times the reference: ${what}`);
    assert.deepEqual(failures, []);
    assert.deepEqual(
      slowest.filter(({ times }) => times > maxTimes),
      [],
    );
    // If all were refused, nothing would have passed the first check.
    assert.ok(seen.taken > seen.refused / 10);
  });

  it('is rejected for paths and methods without a route', async () => {
    const prefixes = [
      '/',
      '/apis/php/',
      '/apis/php',
      '/api/',
      '/api',
      '/assets/',
      '/content/uploads/',
      '/.well-known/',
    ];
    for (const service of ['plaza', 'hop'] as const) {
      const strange = fc.record({
        method: fc.constantFrom(
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'PROPFIND',
          'QUERY',
          'PURGE',
        ),
        path: fc.tuple(fc.constantFrom(...prefixes), strangePaths).map(([prefix, rest]) => prefix + rest),
        headers: strangeHeaders,
      });
      const property = fc.asyncProperty(strange, (sent) => send(service, sent));
      await fc.assert(property, { seed, numRuns: runsOfOthers });
    }
  });

  it('in the headers of a visitor does not prevent the redirect', async () => {
    const authorization = `Bearer ${await createAccessKey(services.app, olga.id)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.org/', custom: 'followed' });
    assert.equal(
      (await exchange(services.hop, { method: 'POST', path: '/api/url/add', headers, body })).status,
      200,
    );
    const property = fc.asyncProperty(strangeHeaders, async (strange) => {
      const { status, headers } = await exchange(services.hop, {
        method: 'GET',
        path: '/followed',
        headers: strange,
      });
      assert.deepEqual([status, headers.location], [302, 'https://example.org/']);
    });
    await fc.assert(property, { seed, numRuns: runsOfOthers });
  });

  it('that is not HTTP is rejected, and the service continues', async () => {
    for (const service of ['plaza', 'hop'] as const) {
      for (const bytes of brokenMessages) {
        const answer = await exchangeBytes(services[service], Buffer.from(bytes, 'latin1'));
        assert.match(answer, /^(HTTP\/1\.1 [2-4]\d\d |$)/, JSON.stringify(bytes.slice(0, 100)));
      }
      await send(service, { method: 'GET', path: '/healthz', headers: {} });
    }
  });

  it('that was stored is displayed safely', async () => {
    for (const target of targets.filter(({ method }) => method === 'GET')) {
      const path = target.path.replaceAll(/:\w+/g, '1');
      await send(target.service, {
        method: 'GET',
        path,
        headers: await credentials(services.app, olga, target, 'somebody'),
      });
      await send(target.service, { method: 'GET', path, headers: {} });
    }
  });
});
