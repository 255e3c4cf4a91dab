/**
 * Sends the largest accepted bodies with the worst known texts to every operation and page of both services, and
 * prints the requests that cost the serving process most processor time, as multiples of one password hash measured in
 * the same run. Usage: `node bench/request-cost.ts [part of a path]`.
 */
import { hashPassword } from '../src/identity/credentials/password.ts';
import { credentials } from '../test/garbage/credentials.ts';
import type { Target } from '../test/garbage/requests.ts';
import { targetsOf } from '../test/garbage/targets.ts';
import { cpuOfAsync } from '../test/pathological/cost.ts';
import { fullRequest, largeBodies, textFields } from '../test/pathological/requests.ts';
import { worstTexts } from '../test/pathological/texts.ts';
import { exchange, type Sent } from '../test/peers/exchange.ts';
import { startServices } from '../test/services.ts';
import { createWorld, password } from '../test/world.ts';

const part = process.argv[2] ?? '';
const shown = 20;
/** With a part of a path, all texts are sent to all that match; else every operation gets some of them, in turn. */
const textsEach = part === '' ? 3 : worstTexts.length;
/** A request above this many hashes is measured again, because garbage collection and compilation vary. */
const suspicious = 1;
const attempts = 4;

const services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '', DEMO: 'false' });
const costs: { hashes: number; status: number; what: string }[] = [];
try {
  const { olga } = await createWorld(services.app);
  const hash = await costOfHash();
  const targets = targetsOf(services).filter(({ path }) => path.includes(part));
  const fields = Map.groupBy(textFields(targets), ({ target }) => target);

  const measure = async (target: Target, sent: Sent, what: string) => {
    let first = 0;
    let min = Infinity;
    for (let attempt = 0; attempt < attempts && min > suspicious * hash; attempt += 1) {
      const proof = await credentials(services.app, olga, target, 'somebody');
      const headers = { ...sent.headers, ...proof };
      let status = 0;
      const cost = await cpuOfAsync(async () => {
        ({ status } = await exchange(services[target.service], { ...sent, headers }));
      });
      first ||= status;
      // One that is refused because the first one succeeded does not show the cost.
      if (status === first) min = Math.min(min, cost);
    }
    costs.push({ hashes: min / hash, status: first, what: `${target.method} ${target.path}: ${what}` });
  };

  const textsOf = (target: Target) => {
    const first = targets.indexOf(target) * textsEach;
    return Array.from({ length: textsEach }, (_, at) => worstTexts[(first + at) % worstTexts.length]).filter(
      (shape) => shape !== undefined,
    );
  };
  const writes = targets.filter(({ method }) => method !== 'GET' && method !== 'DELETE');
  for (const target of writes) {
    for (const { name, make } of textsOf(target)) {
      const own = fields.get(target) ?? [];
      const longest = own
        .filter(({ place }) => place === 'body')
        .toSorted((one, other) => other.longest - one.longest)[0];
      for (const [which, chosen] of [
        ['longest field', longest ? [longest] : []],
        ['all fields', own],
      ] as const) {
        const sent = fullRequest(target, chosen, make);
        if (sent) await measure(target, sent, `${name}, ${which}`);
      }
    }
    for (const [name, sent] of largeBodies(target)) await measure(target, sent, name);
  }
  for (const target of targets.filter(({ method }) => method === 'GET')) {
    for (const id of ['1', '2', '3'])
      await measure(
        target,
        { method: 'GET', path: target.path.replaceAll(/:\w+/g, id), headers: {} },
        `of ${id}`,
      );
    const query = (fields.get(target) ?? []).find(({ place }) => place === 'query');
    for (const { name, make } of query ? textsOf(target) : []) {
      const text = encodeURIComponent(make(4000).toWellFormed()).slice(0, 8000).replace(/%.?$/, '');
      const path = `${target.path.replaceAll(/:\w+/g, '1')}?${query?.name}=${text}`;
      await measure(target, { method: 'GET', path, headers: {} }, `${query?.name} of ${name}`);
    }
  }
  console.log(
    `${costs.length} requests to ${targets.length} operations and pages; a hash costs ${hash.toFixed(1)} ms\n`,
  );
  console.log('| Request | Status | Hashes |\n| --- | ---: | ---: |');
  const most = Map.groupBy(costs, ({ what }) => what.slice(0, what.indexOf(': ')));
  const worst = [...most.values()].flatMap((of) =>
    of.toSorted((one, other) => other.hashes - one.hashes).slice(0, 1),
  );
  for (const { hashes, status, what } of worst
    .toSorted((one, other) => other.hashes - one.hashes)
    .slice(0, shown))
    console.log(`| ${what.replaceAll('|', String.raw`\|`)} | ${status} | ${hashes.toFixed(2)} |`);
} finally {
  await services.stop();
}

/** The median of several hashes, as passwords are stored. */
async function costOfHash(): Promise<number> {
  const all = [];
  for (let each = 0; each < 15; each += 1) all.push(await cpuOfAsync(() => hashPassword(password)));
  return all.toSorted((one, other) => one - other)[7] ?? 0;
}
