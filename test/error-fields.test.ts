// Checks that Hop's API names the invalid field as the caller spells it, by sending a wrong value for each
// documented field of each operation.
import assert from 'node:assert/strict';
import type { RouteOptions } from 'fastify';
import { createAccessKey } from '../src/identity/access-keys.ts';
import { test } from './app.ts';
import { addLink } from './links.ts';
import { mountBoth } from './routes.ts';
import { isThorough } from './peers/thorough.ts';
import { addPerson } from './world.ts';

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  description?: string;
}

/** No field of any operation allows all of these values. */
const wrong = [
  '?\u0007 '.repeat(1500),
  -1,
  { wrong: { wrong: 1 } },
  [[{ wrong: 1 }]],
  'https://',
  '[]',
] as const;

/** Request bodies in addition to the examples, so that every variant is reached. */
const furtherBodies: Readonly<Record<string, readonly object[]>> = {
  '/api/qr/add': [
    { type: 'text', data: 'a' },
    { type: 'wifi', data: { ssid: 'a', pass: 'b', encryption: 'WPA' } },
    { type: 'email', data: { email: 'a@example.org', subject: 'a', body: 'b' } },
    { type: 'sms', data: { phone: '+49 30 123456', message: 'a' } },
    { type: 'vcard', data: { fname: 'Ada', lname: 'L', org: 'A', phone: '+49 30 123456', cell: '+49 30 123456', fax: '+49 30 123456',
      email: 'a@example.org', street: 'a', city: 'b', state: 'c', zip: 'd', country: 'e', site: 'https://example.org', title: 'f', note: 'g' } },
  ],
  '/api/overlay/add': [
    { type: 'contact', name: 'a', consent: 'b', thanks: 'c', button: 'd' },
    { type: 'poll', name: 'a', choices: ['b', 'c'], thanks: 'd' },
    { type: 'image', name: 'a', picture: 'https://example.org/a.png', picturetext: 'b', url: 'https://example.org' },
    { type: 'coupon', name: 'a', code: 'b', url: 'https://example.org', button: 'c' },
    { type: 'newsletter', name: 'a', consent: 'b', background: '#000000', accent: '#ffffff' },
  ],
}; // prettier-ignore

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns every documented field name, at any depth. Errors in a QR code's data are described in words
 * instead.
 */
function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, anyOf = [], items } = schema;
  const inData = properties.data?.description?.match(/\b[a-z]\w+\b/g) ?? [];
  return [
    ...Object.keys(properties),
    ...inData,
    ...[...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap(namesIn),
  ];
}

/**
 * Every other wrong value, by the length of the name: fields share schemas, so that together they get all
 * values.
 */
const valuesFor = (name: string) => wrong.filter((_, index) => isThorough || (index + name.length) % 2 === 0);

/** Yields the body with each of its values wrong in turn, including nested ones. */
function* withInvalidValues(
  body: Record<string, unknown>,
  names: readonly string[],
): Generator<[string, object]> {
  for (const name of new Set([...names, ...Object.keys(body)])) {
    for (const value of valuesFor(name)) yield [name, { ...body, [name]: value }];
    const inner = body[name];
    if (isObject(inner))
      for (const [path, spoiledInner] of withInvalidValues(inner, []))
        yield [`${name}.${path}`, { ...body, [name]: spoiledInner }];
  }
}

/** Returns how an error misnames its field, or undefined if it is correct. */
function misnamed(message: string, path: string, declared: ReadonlySet<string>): string | undefined {
  const words = message.match(/[A-Za-z_]\w*/g) ?? [];
  const [, prefix] = /^([A-Za-z_][\w.]*): /.exec(message) ?? [];
  const stray = prefix?.split('.').find((part) => !/^\d+$/.test(part) && !declared.has(part));
  if (stray !== undefined) return `names ${stray}, which is not documented`;
  const named = words.some((word) => declared.has(word) || declared.has(word.toLowerCase()));
  return named ? undefined : `names no field, for ${path}`;
}

test('an error of Hop’s API names a documented field of its operation', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  try {
    const ada = await addPerson(app, 'ada');
    const { id } = await addLink(app, 'spring');
    const authorization = `Bearer ${await createAccessKey(app, ada.id)}`;
    const failures = new Set<string>();
    const refused = new Map<string, number>();
    const send = async (
      route: RouteOptions,
      path: string,
      request: { payload?: object; query?: Record<string, string> },
    ) => {
      const method = route.method as 'POST';
      const answer = await hop.server.inject({
        method,
        url: route.url.replace(/:\w+/g, id),
        headers: { authorization },
        ...request,
      });
      assert.ok(answer.statusCode < 500, `${method} ${route.url} ${path}: ${answer.body}`);
      if (answer.statusCode !== 400) return;
      const { message } = answer.json<{ message: string }>();
      const { body, querystring } = (route.schema ?? {}) as { body?: Schema; querystring?: Schema };
      const fault = misnamed(message, path, new Set([...namesIn(body), ...namesIn(querystring)]));
      if (fault) failures.add(`${method} ${route.url} ${fault}: ${message.slice(0, 150)}`);
      refused.set(route.url, (refused.get(route.url) ?? 0) + 1);
    };
    for (const route of hop.routes) {
      const { endpoint, family } = route.config ?? {};
      if (!endpoint || family?.name !== 'links' || typeof route.method !== 'string') continue;
      const { body, querystring } = (route.schema ?? {}) as { body?: Schema; querystring?: Schema };
      const bodies = [endpoint.example ?? {}, ...(furtherBodies[route.url] ?? [])];
      for (const whole of body ? bodies : [])
        for (const [path, payload] of withInvalidValues({ ...whole }, Object.keys(body?.properties ?? {})))
          await send(route, path, { payload });
      for (const name of Object.keys(querystring?.properties ?? {}))
        for (const value of valuesFor(name).filter((each) => typeof each !== 'object'))
          await send(route, name, { query: { [name]: String(value) } });
    }
    assert.deepEqual([...failures], []);
    for (const url of [
      '/api/url/add',
      '/api/qr/add',
      '/api/overlay/add',
      '/api/statistics',
      '/api/webhook/add',
    ])
      assert.ok((refused.get(url) ?? 0) > 0, `${url} was never refused`);
  } finally {
    await Promise.all([plaza.server.close(), hop.server.close()]);
  }
});
