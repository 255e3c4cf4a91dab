import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { type Offer, quoteOf } from '../../test/paid/payments.ts';
import { mountBoth } from '../../test/routes.ts';
import { paidOperations } from '../servers/paid-features.ts';

interface Item {
  resource: string;
  price: Record<string, string>;
  accepts: Offer[];
  input: { properties: Record<string, unknown> };
}

interface Described {
  'x-payment-info': object;
  parameters?: object[];
  responses: object;
}

test('the manifest, OpenAPI and the 402 of every operation agree', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const read = async (url: string) => (await plaza.server.inject(url)).json<unknown>();
  const manifest = (await read('/.well-known/x402')) as {
    resources: string[];
    catalogs: { url: string; price: object }[];
    items: Item[];
  };
  assert.deepEqual(await read('/.well-known/x402.json'), manifest);
  const { paths } = (await read('/openapi.json')) as { paths: Record<string, Record<string, Described>> };
  const all = paidOperations(app);
  assert.ok(all.length > 0);
  assert.deepEqual(
    manifest.resources.slice(0, all.length),
    all.map(({ path }) => `http://plaza.test${path}`),
  );
  const others = manifest.resources.slice(all.length);
  assert.ok(others.length > 400);
  for (const { url, price } of manifest.catalogs) {
    const { tools } = (await read(new URL(url).pathname)) as { tools: { url: string }[] };
    for (const tool of tools.filter(({ url }) => !url.endsWith('/convert')))
      assert.ok(others.includes(tool.url), tool.url);
    const described = paths[`${new URL(url).pathname}/{${url.endsWith('util') ? 'tool' : 'slug'}}`];
    assert.deepEqual(described?.get?.['x-payment-info'], price);
  }
  for (const { resource, price, accepts, input } of manifest.items) {
    const { pathname } = new URL(resource);
    for (const method of ['GET', 'POST'] as const) {
      const described = paths[pathname]?.[method.toLowerCase()];
      assert.deepEqual(described?.['x-payment-info'], price, pathname);
      assert.ok('402' in described.responses, pathname);
      const answer = await plaza.server.inject({ method, url: pathname });
      assert.equal(answer.statusCode, 402, `${method} ${pathname}`);
      assert.ok(String(answer.headers['payment-required']).length <= 3000, pathname);
      const quote = quoteOf(answer);
      assert.equal(quote.resource.url, resource);
      for (const [index, offer] of quote.accepts.entries()) {
        const { amount, extra, ...rest } = accepts[index]!;
        const { amount: quoted, extra: named, ...others } = offer;
        assert.deepEqual(others, rest);
        assert.deepEqual({ ...named, memo: undefined }, { ...extra, memo: undefined });
        assert.ok(
          BigInt(quoted) <= BigInt(amount),
          `${pathname} costs ${quoted}, and the manifest says ${amount}`,
        );
      }
    }
    const named = paths[pathname]?.get?.parameters ?? [];
    assert.equal(named.length, Object.keys(input.properties).length, pathname);
  }
  await Promise.all([plaza.server.close(), hop.server.close()]);
});
