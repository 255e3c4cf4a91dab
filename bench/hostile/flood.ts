// Serves the hostile pages and sends the hostile inputs, a few at a time, between two messages. A process of
// `bench/hostile.ts`, so that the work of strangers' machines is not measured as work of the server or of visitors.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputs } from './inputs.ts';

const atOnce = 4;
const [origin = '', server = ''] = process.argv.slice(2);

const pages = { '/a': '<a>'.repeat(966_000), '/div': '<div>'.repeat(400_000) } as Record<string, string>;
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(pages[request.url ?? '']);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const target = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const all = Object.entries(inputs);
const send = ([, request]: (typeof all)[number]) =>
  request(origin, target).then(
    async (answer) => (await answer.arrayBuffer(), String(answer.status)),
    () => 'failed',
  );

process.send?.({ costs: await costs() });
process.once('disconnect', () => process.exit());
for (;;) {
  await once(process, 'message');
  const round = { isOver: false };
  process.once('message', () => (round.isOver = true));
  process.send?.({ counts: await attack(round) });
}

async function attack(round: { isOver: boolean }): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      for (let n = first * 3; !round.isOver; n += 1) {
        const input = all[n % all.length];
        if (!input) continue;
        const status = await send(input);
        const count = (counts[input[0]] ??= {});
        count[status] = (count[status] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

/**
 * Milliseconds of processor time of the serving process for each input on its own: the lower one of two, without what
 * the process uses when it has no requests.
 */
async function costs(): Promise<Record<string, number>> {
  const threads = `/proc/${server}/task`;
  const used = () =>
    readdirSync(threads)
      .map((thread) => readFileSync(`${threads}/${thread}/schedstat`, 'latin1'))
      .reduce((sum, nanoseconds) => sum + Number(nanoseconds.split(' ')[0]) / 1e6, 0);
  const found: Record<string, number> = {};
  const [atRest, since] = [used(), performance.now()];
  await sleep(5000);
  const idle = (used() - atRest) / (performance.now() - since);
  for (const input of all) {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const [before, start] = [used(), performance.now()];
      await send(input);
      const cost = used() - before - idle * (performance.now() - start);
      found[input[0]] = Math.min(found[input[0]] ?? Infinity, cost);
    }
  }
  return found;
}
