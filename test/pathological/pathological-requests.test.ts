// Sends text that is designed to be slow to parse to every field of both services, and deeply nested bodies.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../src/platform/app.ts';
import { exchange } from '../peers/exchange.ts';
import type { Answer, Sent } from '../peers/exchange.ts';
import { checkAnswer } from '../garbage/answers.ts';
import type { Target } from '../garbage/requests.ts';
import { credentials } from '../garbage/credentials.ts';
import { targetsOf } from '../garbage/targets.ts';
import { isThorough } from '../peers/thorough.ts';
import { timesReference } from './cost.ts';
import { largeBodies, requestWith, textFields } from './requests.ts';
import { shapes } from './texts.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { createWorld } from '../world.ts';

const shapesEach = isThorough ? 50 : 1;
/** Fields of an operation share their code, so a sample of this size represents them. */
const fieldsEach = isThorough ? Infinity : 1;
/** Maximum processor time of a response, in units of the reference. */
const max = 200;
/** As `max`, for a short request without a body. */
const maxShort = 40;
/** As `max`, for a large body that is rejected or of which little is used. */
const maxLarge = 60;

const headers = [
  'accept',
  'accept-language',
  'authorization',
  'cookie',
  'if-none-match',
  'range',
  'referer',
  'turbo-frame',
  'user-agent',
  'x-api-key',
  'x-auth-token',
  'x-forwarded-for',
  'x-request-id',
  'x-signature',
];

/** Returns an evenly spaced sample that includes the first item. */
function sampleOf<T>(list: readonly T[], max: number): readonly T[] {
  const step = Math.max(1, Math.ceil(list.length / max));
  return list.filter((_, index) => index % step === 0);
}

describe('requests designed to be slow', () => {
  let services: Services;
  let olga: Viewer;
  let targets: Target[];
  const slowest: { times: number; size: number; what: string }[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '' });
    ({ olga } = await createWorld(services.app));
    targets = targetsOf(services);
  });
  after(() => services.stop());

  /** Returns the response after checking it, and records its cost, measured again above `most`. */
  async function measured(target: Target, sent: Sent, what: string, most = max): Promise<Answer> {
    let answer: Answer | undefined;
    const prepare = () => credentials(services.app, olga, target, 'somebody');
    const times = await timesReference(most, prepare, async (proof) => {
      answer = await exchange(services[target.service], {
        ...sent,
        headers: { ...sent.headers, ...proof },
      });
    });
    slowest.push({ times, size: sent.path.length + String(sent.body ?? '').length, what });
    assert.ok(answer);
    checkAnswer(target.service, sent, answer);
    return answer;
  }

  it('cost little more than ordinary work, in any field', async (context) => {
    const fields = textFields(targets);
    assert.ok(fields.length > 300, `only ${fields.length} fields were found`);
    const failures: string[] = [];
    const tried = Map.groupBy(fields.entries(), ([, { target }]) => target)
      .values()
      .flatMap((ofOne) => sampleOf(ofOne, fieldsEach));
    for (const [index, field] of tried)
      for (let each = 0; each < shapesEach; each += 1) {
        const shape = shapes[(index * 7 + each * 13) % shapes.length]!;
        const what = `${field.target.method} ${field.target.path} ${field.name}: ${shape.name}`;
        // Text beyond the maximum is rejected by the schema, which is the same code for all.
        for (const more of index % 12 === 0 && each === 0 ? [0, 1] : [0])
          await measured(field.target, requestWith(field, shape, more), what).catch((error: unknown) =>
            failures.push(String(error).slice(0, 1500)),
          );
      }
    slowest.sort((one, other) => other.times - one.times);
    context.diagnostic(`${fields.length} fields, ${slowest.length} requests`);
    for (const { times, size, what } of slowest.slice(0, 10))
      context.diagnostic(`${times.toFixed(1)} times the reference for ${size} characters: ${what}`);
    assert.deepEqual(failures, []);
    assert.deepEqual(
      slowest.filter(({ times }) => times > max).map(({ what }) => what),
      [],
    );
  });

  it('store nothing that is slow to display', async () => {
    const failures: string[] = [];
    const reading = targets.filter(({ method }) => method === 'GET');
    for (const target of isThorough ? reading : sampleOf(reading, reading.length / 3))
      for (const id of isThorough ? ['1', '2', '3', '4', '5'] : ['1']) {
        const path = target.path.replaceAll(/:\w+/g, id);
        const before = slowest.length;
        await measured(target, { method: 'GET', path, headers: {} }, `GET ${path}`).catch((error: unknown) =>
          failures.push(String(error).slice(0, 600)),
        );
        for (const { times, what } of slowest.slice(before))
          if (times > max) failures.push(`${what}: ${times.toFixed(0)} times the reference`);
      }
    assert.deepEqual(failures, []);
  });

  it('cost little more than ordinary work, in any header or part of the URL', async () => {
    const length = 6000;
    const inAscii = (text: string) => text.replaceAll(/[^ -~]/g, '').slice(0, length);
    const places = (text: string): Sent[] => [
      ...headers.map((name) => ({ method: 'GET', path: '/', headers: { [name]: text } })),
      { method: 'GET', path: `/${encodeURI(text).slice(0, length)}`, headers: {} },
      { method: 'GET', path: `/search?q=${encodeURIComponent(text).slice(0, length)}`, headers: {} },
      { method: 'GET', path: `/?${encodeURI(text).slice(0, length)}`, headers: {} },
    ];
    const nothing = () => Promise.resolve();
    const failures: string[] = [];
    for (const [index, { name, make: create }] of shapes.entries()) {
      if (!isThorough && index % 50 !== 0) continue;
      for (const sent of places(inAscii(create(length))))
        for (const service of ['plaza', 'hop'] as const) {
          const what = `${name} in ${Object.keys(sent.headers)[0] ?? sent.path.slice(0, 4)} of ${service}`;
          const times = await timesReference(maxShort, nothing, () => exchange(services[service], sent));
          if (times > maxShort) failures.push(`${what}: ${times.toFixed(0)} times the reference`);
        }
    }
    assert.deepEqual(failures, []);
  });

  it('are rejected if their JSON is nested tens of thousands deep', async () => {
    const lists = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const records = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    const failures: string[] = [];
    const withBody = targets.filter(({ kind, method }) => kind !== 'page' && method !== 'GET');
    for (const [index, target] of withBody.entries()) {
      const [name = 'a'] = Object.keys(target.body?.properties ?? {});
      const bodies = [
        lists,
        records,
        `{${JSON.stringify(name)}:${lists}}`,
        `{${JSON.stringify(name)}:${records}}`,
      ];
      for (const body of bodies.filter((_, each) => isThorough || index % 12 === each)) {
        const path = target.path.replaceAll(/:\w+/g, '1');
        const headers = { 'content-type': 'application/json' };
        const what = `${target.method} ${target.path} nested`;
        await measured(target, { method: target.method, path, headers, body }, what)
          // Callers without access are rejected first.
          .then(({ status }) => assert.ok([400, 401, 403, 404].includes(status), `${what}: ${status}`))
          .catch((error: unknown) => failures.push(String(error).slice(0, 600)));
      }
    }
    assert.deepEqual(failures, []);
  });

  it('are cheap with as many fields, keys and entries as fit', async () => {
    const failures: string[] = [];
    const withBody = targets.filter(({ method }) => method !== 'GET' && method !== 'DELETE');
    for (const [index, target] of withBody.entries())
      for (const [each, [name, create]] of largeBodies(target).entries()) {
        if (!isThorough && (index + each) % 20 !== 0) continue;
        const what = `${target.method} ${target.path} with ${name}`;
        const before = slowest.length;
        const { status } = await measured(target, create(), what, maxLarge);
        const mayBe = name.startsWith('20,000 fields') ? status >= 400 : true;
        if (!mayBe) failures.push(`${what}: ${status}`);
        for (const { times } of slowest.slice(before))
          if (times > maxLarge) failures.push(`${what}: ${times.toFixed(0)} times the reference`);
      }
    assert.deepEqual(failures, []);
  });
});
