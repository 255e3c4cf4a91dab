// Tools bought by the published clients on both local chains: one of each category, conversions, and
// utilities by short names.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { parseUsdc } from '../../src/paid/operation.ts';
import { categories } from '../../src/toolkit/catalog/categories.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { startLocalStack } from './local-stack.ts';
import type { LocalStack } from './local-stack.ts';
import { quoteOf } from './payments.ts';

let stack: LocalStack;
let services: Services;
let payTo: { base: string; solana: string };
/** The free catalog. */
let catalog: { price: string; tools: { name: string; category: string }[] };

const website = createServer((_request, response) => response.setHeader('x-tested', 'yes').end('Hello'));

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
  const response = await fetch(`${services.plaza}/api/toolkit/convert`);
  const { accepts } = quoteOf({ headers: Object.fromEntries(response.headers) });
  payTo = { base: accepts[0]?.payTo ?? '', solana: accepts[1]?.payTo ?? '' };
  await stack.open(payTo.solana);
  catalog = (await (await fetch(`${services.plaza}/api/toolkit`)).json()) as typeof catalog;
  website.listen(0, '127.0.0.1');
  await once(website, 'listening');
});

after(async () => {
  website.close();
  await services.stop();
  await stack.stop();
});

interface Purchase {
  path: string;
  input: Record<string, string | number | boolean>;
  /** Text that the JSON response must contain. */
  says: string;
}

const tool = (slug: string, input: Purchase['input'], says: string): Purchase => ({
  path: `/api/toolkit/${slug}`,
  input,
  says,
});

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A tool of each category, with input that differs from its defaults. */
const tools: readonly Purchase[] = [
  tool('accents-remover', { text: 'Señor Müller' }, '"Senor Muller"'),
  tool('ascii-converter', { text: 'Ok', mode: 'encode', base: 'decimal' }, '"79 107"'),
  tool('sha256-generator', { text: 'abc' }, abc),
  tool('basic-auth-generator', { username: 'ada', password: 'lovelace' }, 'Basic YWRhOmxvdmVsYWNl'),
  tool('csv-to-json', { csv: 'a;b\n1;2' }, '\\"a\\": 1'),
  tool('chmod-calculator', { permissions: '640' }, '"rw-r-----"'),
  tool('crontab-generator', { every: 'day', hour: 7, minute: 5 }, '"5 7 * * *"'),
  tool('hex-to-rgb', { color: '#ff8800' }, '"rgb(255, 136, 0)"'),
  tool('base-converter', { number: '4095', from: 10, to: 16 }, '"fff"'),
  tool('date-calculator', { date: '2027-12-31', months: 2 }, '"2028-02-29"'),
  tool('acres-to-hectares', { value: '100' }, '"40.468564224"'),
  tool('centuries-to-decades', { value: '3' }, '"30"'),
  tool('bits-to-bytes', { value: '64' }, '"8"'),
  tool('image-info', { image: pixel }, '"width":1'),
  tool('code-128-generator', { text: 'BOUGHT-1' }, '<svg'),
  tool('text-to-pdf', { text: 'Bought' }, '"JVBERi0'),
  tool('http-status-codes', { query: '402' }, '"Payment Required"'),
  tool('http-headers-lookup', { url: 'http://127.0.0.1' }, '"x-tested"'),
  tool('card-validator', { number: '4242 4242 4242 4241' }, '"isValid":false'),
  tool('pig-latin-translator', { text: 'pay' }, '"aypay"'),
  tool('discount-calculator', { price: 200, discount: 10 }, '"price":180'),
  tool('aspect-ratio-calculator', { width: 800, height: 600 }, '"4:3"'),
];

const others: readonly Purchase[] = [
  { path: '/api/toolkit/convert', input: { from: 'mile', to: 'meter', value: '1' }, says: '1609.344' },
  { path: '/api/util/hash', input: { text: 'abc' }, says: abc },
  { path: '/api/util/base64', input: { text: 'Plaza' }, says: '"UGxhemE="' },
  { path: '/api/util/slug', input: { text: 'Größe & Maß' }, says: '"grosse-and-mass"' },
];

test('a tool of every category can be bought', () => {
  const bought = tools.map(
    ({ path }) => catalog.tools.find(({ name }) => path === `/api/toolkit/${name}`)?.category,
  );
  assert.deepEqual(bought.toSorted(), Object.keys(categories).toSorted());
});

/** The URL of the local website is known only after it listens. */
const listening = (input: Purchase['input']): Purchase['input'] =>
  input.url === undefined
    ? input
    : { ...input, url: `${input.url}:${(website.address() as AddressInfo).port}` };

for (const [index, { path, input, says }] of [...tools, ...others].entries()) {
  const method = index % 2 === 0 ? 'GET' : 'POST';
  const network = index % 4 < 2 ? 'base' : 'solana';
  const version = index % 8 < 4 ? 2 : 1;
  test(`${path} is bought by ${method} on ${network} with version ${version}`, async () => {
    const before = await stack.balances(payTo);
    const sent = listening(input);
    const query = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    const { status, body, left } = await stack.buy({
      version,
      network,
      method,
      url: services.plaza + path + (method === 'GET' ? `?${query}` : ''),
      ...(method === 'POST' && { body: sent }),
    });
    assert.equal(status, 200, body);
    assert.ok(body.includes(says), body.slice(0, 500));
    const now = await stack.balances(payTo);
    const price = parseUsdc(catalog.price);
    const earned = { base: 0n, solana: 0n, [network]: price };
    assert.equal(BigInt(left), 1_000_000n - price);
    assert.equal(BigInt(now.base) - BigInt(before.base), earned.base);
    assert.equal(BigInt(now.solana) - BigInt(before.solana), earned.solana);
    assert.deepEqual([now.verify - before.verify, now.settle - before.settle], [1, 1]);
  });
}

test('a tool does not charge for input that it cannot process', async () => {
  const url = `${services.plaza}/api/toolkit/base32-decoder?base32=1`;
  const { status, body, left } = await stack.buy({ version: 2, network: 'base', url });
  assert.deepEqual([status, left], [400, '1000000'], body);
});
