// Compares the specification's endpoint table with the mounted routes, and each mounted endpoint with its
// declaration.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { TObject } from 'typebox';
import type { App, Access } from '../src/platform/app.ts';
import type { Endpoint } from '../src/platform/http/endpoint.ts';
import { test } from './app.ts';
import { mountBoth, signatures } from './routes.ts';

interface Row {
  service: string;
  /** `social GET /apis/php/ping`. */
  name: string;
  signature: string;
  credential: string;
  /** Fields marked as required in the table. */
  required: string[];
}

const rows = readFileSync('test/specification/endpoints.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .flatMap(toRows);

/** Parses a line of the table, which may have several methods. */
function toRows(line: string): Row[] {
  const [service = '', , methods = '', path = '', credential = '', , request = ''] = line.split('\t');
  const required = [...request.matchAll(/(\w+)\*/g)].map(([, field]) => field ?? '');
  return methods.split(',').map((method) => ({
    service,
    name: `${service} ${method} ${path}`,
    signature: signatures({ method, url: path })[0] ?? '',
    credential,
    required,
  }));
}

/** The access level for each credential in the table. */
const accessOf: Readonly<Record<string, Access>> = {
  none: 'anyone',
  'api-key': 'app',
  user: 'member',
  'bearer key': 'member',
};

const fieldsOf = (schema: unknown) => (schema as Partial<TObject> | undefined)?.properties ?? {};
const requiredOf = (schema: unknown) => (schema as { required?: string[] } | undefined)?.required ?? [];

test('the table is complete', () => {
  assert.equal(rows.length, 123);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
});

test('every row of the table is mounted', async (app) => {
  const mounted = await mountedSignatures(app);
  const missing = rows.filter(({ service, signature }) => !mounted.has(`${service} ${signature}`));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

test('mounted routes require the credentials and fields of the table', async (app) => {
  const endpoints = await mountedEndpoints(app);
  const wrong = rows.flatMap(({ service, name, signature, credential, required }) => {
    const endpoint = endpoints.get(`${service} ${signature}`);
    if (!endpoint) return [];
    const named = [endpoint.params, endpoint.query, endpoint.body].flatMap(requiredOf);
    const absent = required
      .filter((field) => !named.includes(field))
      .map((field) => `${name} does not require ${field}`);
    const access = accessOf[credential];
    return access === undefined || access === endpoint.access
      ? absent
      : [...absent, `${name} is open to ${endpoint.access}`];
  });
  assert.deepEqual(wrong, []);
});

test('every endpoint matches its declaration', async (app) => {
  const ajv = new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false });
  const endpoints = await mountedEndpoints(app);
  assert.ok(endpoints.size > 10, 'the endpoints were not found');
  for (const [name, { path, summary, tag, params, query, body, returns, example }] of endpoints) {
    const inPath = [...path.matchAll(/:(\w+)|\{(\w+)\}/g)].map(([, colon, brace]) => colon ?? brace);
    assert.deepEqual(
      Object.keys(fieldsOf(params)).sort(),
      inPath.sort(),
      `${name} declares the parameters of its path`,
    );
    assert.ok(summary && !summary.endsWith('.') && tag, `${name} has a summary and a tag`);
    for (const schema of [params, query, returns])
      if (schema) assert.doesNotThrow(() => ajv.compile(schema), name);
    const fits = ajv.compile(body ?? Type.Never());
    if (body) assert.ok(example !== undefined, `${name} has no example`);
    if (example !== undefined) assert.ok(fits(example), `${name}: example ${ajv.errorsText(fits.errors)}`);
  }
});

test('lists beyond the table are paginated by a cursor, and their records have an id', async (app) => {
  const specified = new Set(rows.map(({ service, signature }) => `${service} ${signature}`));
  const wrong = [...(await mountedEndpoints(app))].flatMap(([name, { path, query, returns }]) => {
    if (specified.has(name) || !path.startsWith('/apis/php/')) return [];
    const asked = Object.keys(fieldsOf(query));
    const answered = fieldsOf(returns);
    const others = asked.filter((field) => /^(offset|page|before|cursor)$/.test(field));
    const isPaged = asked.includes('after') === 'next_cursor' in answered;
    const record = (answered.data as { items?: unknown } | undefined)?.items;
    const ids = Object.keys(fieldsOf(record)).filter((field) => field.endsWith('_id'));
    const lacksId = asked.includes('after') && ids.length > 0 && !('id' in fieldsOf(record));
    return [
      ...others.map((field) => `${name} takes ${field}`),
      ...(isPaged ? [] : [`${name} has after or next_cursor without the other`]),
      // Account records keep the fields of the specification.
      ...(lacksId && !ids.includes('user_id') ? [`${name} has records without id`] : []),
    ];
  });
  assert.deepEqual(wrong, []);
});

let mounted: Promise<{ service: string; route: RouteOptions }[]> | undefined;

/** Mounted routes do not depend on the test's App, so they are cached. */
const mountedRoutes = (app: App) => (mounted ??= getRoutes(app));

async function getRoutes(app: App): Promise<{ service: string; route: RouteOptions }[]> {
  const { plaza, hop } = await mountBoth(app);
  await Promise.all([plaza.server.close(), hop.server.close()]);
  return [
    ...plaza.routes.map((route) => ({ service: 'social', route })),
    ...hop.routes.map((route) => ({ service: 'links', route })),
  ];
}

async function mountedSignatures(app: App): Promise<Set<string>> {
  const routes = await mountedRoutes(app);
  return new Set(
    routes.flatMap(({ service, route }) => signatures(route).map((signature) => `${service} ${signature}`)),
  );
}

async function mountedEndpoints(app: App): Promise<Map<string, Endpoint>> {
  const routes = await mountedRoutes(app);
  return new Map(
    routes.flatMap(({ service, route }) => {
      const endpoint = route.config?.endpoint;
      // Every GET has a HEAD.
      return endpoint?.method === route.method
        ? [[`${service} ${signatures(route)[0] ?? ''}`, endpoint]]
        : [];
    }),
  );
}
