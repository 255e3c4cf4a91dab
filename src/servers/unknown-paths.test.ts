import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from '../../test/app.ts';
import { mountBoth } from '../../test/routes.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const agents = ['error', 'error_description', 'message', 'status', 'timestamp'];

/** The fields of an error response by path prefix. Each family has its own. */
const envelopes = {
  plaza: {
    '/apis': ['message', 'status', 'timestamp'],
    '/apis/php': ['message', 'status', 'timestamp'],
    '/api': ['error', 'error_description', 'message'],
    '/citations': ['error', 'error_description', 'message'],
    '/a2a': agents,
    '/mcp': agents,
    '/agent': agents,
    '/oauth2': agents,
    '/.well-known': ['error', 'error_description', 'message'],
  },
  hop: Object.fromEntries(
    ['/api', '/apis', '/apis/php', '/a2a', '/agent', '/oauth2', '/.well-known'].map((prefix) => [
      prefix,
      ['error', 'message'],
    ]),
  ),
} as const;

test('returns the error format of the prefix for unknown paths, with any method', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  for (const [name, { server }] of Object.entries({ plaza, hop })) {
    for (const [prefix, fields] of Object.entries(envelopes[name as 'plaza' | 'hop']))
      for (const path of [`${prefix}/no/where`, `${prefix}/no-where?a=1`, `${prefix}/%zz`]) {
        // What follows is the name of a method of A2A.
        if (prefix === '/a2a' && path.includes('?')) continue;
        for (const method of methods) {
          const { statusCode, headers, body } = await server.inject({ method, url: path });
          const what = `${name}: ${method} ${path} answers ${statusCode}`;
          assert.ok(statusCode < 500, what);
          if (method === 'OPTIONS' || method === 'HEAD') continue;
          assert.match(String(statusCode), /^40[04]$/, what);
          assert.match(String(headers['content-type']), /^application\/json/, what);
          assert.deepEqual(Object.keys(JSON.parse(body) as object).sort(), fields, what);
        }
      }
    // A page whose path starts with the same letters is still a page.
    const { headers } = await server.inject('/apiary/no/where');
    assert.match(String(headers['content-type']), /^text\/html/, name);
    await server.close();
  }
});

test('others are served while the description of an API is made', async (app) => {
  const { plaza } = await mountBoth(app);
  const asked = plaza.server.inject('/openapi.json');
  const work = { isDone: false };
  void asked.then(() => (work.isDone = true));
  let turns = 0;
  for (; !work.isDone; turns += 1) await setImmediate();
  assert.equal((await asked).statusCode, 200);
  assert.ok(turns > 50, `${turns} turns`);
});

test('describes the sign-in of apps and the single-text documentation in /openapi.json', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const { paths } = (await plaza.server.inject('/openapi.json')).json<{
    paths: Record<string, { get?: { responses: object } }>;
  }>();
  assert.ok(paths['/api/oauth']?.get && '302' in paths['/api/oauth'].get.responses);
  assert.ok(paths['/llms-full.txt']?.get);
  await Promise.all([plaza.server.close(), hop.server.close()]);
});
