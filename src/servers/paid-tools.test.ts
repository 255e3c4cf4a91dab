import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type TestApp, testWithDatabase } from '../../test/app.ts';
import { openPlaza } from '../../test/ask-plaza.ts';
import { type Facilitator, startFacilitator } from '../../test/paid/facilitator.ts';
import { payOnBase, quoteOf } from '../../test/paid/payments.ts';
import { parseUsdc } from '../paid/operation.ts';
import { categories } from '../toolkit/catalog/categories.ts';
import { findTool } from '../toolkit/catalog/find-tool.ts';
import { runTool } from '../toolkit/run-tool.ts';

// Tests tools as paid calls: quoted, paid for, and rejected without a charge if their input is invalid.

interface Parameter {
  default?: unknown;
  examples?: unknown[];
  type?: string;
  enum?: unknown[];
  maxLength?: number;
  maximum?: number;
}

interface CatalogEntry {
  name: string;
  category: string;
  url: string;
  price: string;
  methods: ('GET' | 'POST')[];
  input: { properties: Record<string, Parameter> };
}

interface Shop {
  app: TestApp;
  facilitator: Facilitator;
  /** The free catalog. */
  tools: CatalogEntry[];
  ask: (request: InjectOptions) => Promise<Answer>;
  /** Requests a quote, then repeats the request with the payment. */
  buy: (request: InjectOptions) => Promise<Answer>;
}

type Answer = LightMyRequestResponse;

function testTools(title: string, work: (shop: Shop, context: TestContext) => Promise<void>): void {
  testWithDatabase(title, async ({ app: shared }, context) => {
    const facilitator = await startFacilitator();
    const own = { X402_FACILITATOR_URL: facilitator.url, X402_BASE_RPC_URL: '', X402_SOLANA_RPC_URL: '' };
    const app = { ...shared, config: { ...shared.config, ...own } };
    const plaza = await openPlaza(app);
    const ask = plaza.inject;
    const buy = async (request: InjectOptions) => {
      const quote = await ask(request);
      assert.equal(quote.statusCode, 402, quote.body);
      const payment = payOnBase(quote, app.clock.now());
      return ask({ ...request, headers: { ...request.headers, ...payment } });
    };
    try {
      const { tools } = JSON.parse((await ask({ url: '/api/toolkit' })).body) as { tools: CatalogEntry[] };
      await work({ app, facilitator, tools, ask, buy }, context);
    } finally {
      await plaza.close();
      await facilitator.stop();
    }
  });
}

testTools(
  'quotes every tool of the catalog at its price, for each of its methods',
  async ({ tools, ask }) => {
    assert.ok(tools.length >= 500, `${tools.length} tools`);
    for (const { name, url, price, methods } of tools) {
      assert.deepEqual(methods, ['GET', 'POST'], name);
      for (const method of methods) {
        const answer = await ask({ method, url: new URL(url).pathname });
        assert.equal(answer.statusCode, 402, `${method} ${name}`);
        const { accepts, resource } = quoteOf(answer);
        assert.equal(resource.url, url);
        assert.ok(accepts.length >= 2, name);
        for (const { amount } of accepts) assert.equal(BigInt(amount), parseUsdc(price), name);
      }
    }
  },
);

/** The first tool of a category with a deterministic result. */
async function pick(tools: readonly CatalogEntry[], category: string): Promise<CatalogEntry> {
  const [first, ...rest] = tools.filter((entry) => entry.category === category);
  if (category === 'network') return rest.find(({ name }) => name === 'http-headers-lookup')!;
  for (const entry of rest) if ((await findTool(entry.name))?.tool.sample !== undefined) return entry;
  return first!;
}

const examplesOf = ({ input }: CatalogEntry) =>
  Object.fromEntries(
    Object.entries(input.properties).map(([name, value]) => [name, value.examples?.[0] ?? value.default]),
  );

testTools('returns the paid result of one tool per category, by GET and POST', async (shop, context) => {
  const { app, buy, facilitator, tools } = shop;
  const website = createServer((_request, response) => {
    // The results are compared, and may be of different seconds.
    response.sendDate = false;
    response.end('Hello');
  }).listen(0, '127.0.0.1');
  context.after(() => void website.close());
  await once(website, 'listening');
  const local = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`;
  let bought = 0;
  for (const category of Object.keys(categories)) {
    const entry = await pick(tools, category);
    const found = await findTool(entry.name);
    assert.ok(found);
    const input: Record<string, unknown> = {
      ...examplesOf(entry),
      ...(found.tool.network && { url: local }),
    };
    const expected: unknown = JSON.parse(
      JSON.stringify(await runTool(app, found, structuredClone(input), { class: 'paid', owner: '' })),
    );
    const url = new URL(entry.url).pathname;
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    for (const request of [
      { method: 'GET', url: `${url}?${query}` },
      { method: 'POST', url, payload: input },
    ] as const) {
      const answer = await buy(request);
      assert.equal(answer.statusCode, 200, `${request.method} ${entry.name}: ${answer.body}`);
      assert.deepEqual(JSON.parse(answer.body), expected, `${request.method} ${entry.name}`);
      bought += 1;
      assert.equal(facilitator.charged.size, bought, entry.name);
    }
  }
});

/** A value outside of a parameter's bounds, if a request of usual size can exceed them. */
function beyond({ enum: choices, maximum, maxLength }: Parameter): unknown {
  if (choices) return 'none of these';
  if (maximum !== undefined) return maximum + 1;
  return maxLength !== undefined && maxLength <= 100_000 ? 'x'.repeat(maxLength + 1) : undefined;
}

const fieldOf = ({ body }: Answer) => (JSON.parse(body) as { field?: string }).field;

testTools('names the field of invalid tool input, and does not charge', async (shop) => {
  const { ask, facilitator, tools } = shop;
  // Tools with the same input are tested once.
  const distinct = new Map(tools.map((entry) => [JSON.stringify(entry.input), entry]));
  assert.ok(distinct.size > 200);
  for (const entry of distinct.values()) {
    const { name: slug, url, input } = entry;
    const parameters = Object.entries(input.properties);
    const cases: [string, unknown][] = [[parameters[0]?.[0] ?? 'other', {}]];
    const bounded = parameters.find(([, parameter]) => beyond(parameter) !== undefined);
    if (bounded) cases.push([bounded[0], beyond(bounded[1])]);
    for (const [field, value] of cases) {
      const request = {
        method: 'POST',
        url: new URL(url).pathname,
        payload: { ...examplesOf(entry), [field]: value },
      } as const;
      const answer = await ask(request);
      assert.deepEqual([answer.statusCode, fieldOf(answer)], [400, field], `${slug}: ${answer.body}`);
    }
  }
  const url = '/api/toolkit/sha256-generator';
  const { 'payment-signature': payment } = payOnBase(await ask({ url }), shop.app.clock.now());
  const post = (payload: string) =>
    ask({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', 'payment-signature': payment },
    });
  assert.equal((await post(JSON.stringify({ text: 'x'.repeat(1_000_000) }))).statusCode, 413);
  assert.equal((await post('{"text":')).statusCode, 400);
  assert.deepEqual([facilitator.verified, facilitator.settled], [0, 0]);
});

/** Input of the right type that a tool cannot process. The first field is the invalid one. */
const malformed: readonly [slug: string, input: Record<string, string | number>][] = [
  ['base32-decoder', { base32: '1' }],
  ['json-formatter', { json: '{"a":' }],
  ['jwt-decoder', { token: 'a.b' }],
  ['xml-to-json', { xml: '<a><b></a>' }],
  ['yaml-to-json', { yaml: 'a: [' }],
  ['toml-to-json', { toml: '= 1' }],
  ['regex-tester', { pattern: '(' }],
  ['cron-parser', { cron: '99 * * * *' }],
  ['timestamp-converter', { zone: 'Mars/Base' }],
  ['date-calculator', { date: '2026-02-30' }],
  ['base-converter', { number: '19', from: 8 }],
  ['ip-subnet-calculator', { cidr: '10.0.0.0/33' }],
  ['image-info', { image: 'AAAA' }],
  ['pdf-info', { pdf: 'AAAA' }],
  ['qr-code-reader', { image: 'AAAA' }],
  ['http-headers-lookup', { url: 'http://10.0.0.1/' }],
];

testTools('names the field of input that a tool cannot process, and does not charge', async (shop) => {
  const { ask, buy, facilitator, tools } = shop;
  for (const [slug, wrong] of malformed) {
    const entry = tools.find(({ name }) => name === slug);
    const payload = { ...(entry && examplesOf(entry)), ...wrong };
    const request = { method: 'POST', url: `/api/toolkit/${slug}`, payload } as const;
    // Expensive tools judge their input once it is paid for.
    const early = await ask(request);
    const answer = early.statusCode === 402 ? await buy(request) : early;
    const [field] = Object.keys(wrong);
    assert.deepEqual([answer.statusCode, fieldOf(answer)], [400, field], `${slug}: ${answer.body}`);
  }
  assert.deepEqual([facilitator.settled, facilitator.charged.size], [0, 0]);
});
