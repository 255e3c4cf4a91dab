import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test, testWithDatabase } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { mountBoth } from '../../../test/routes.ts';
import { listAudits, purgeReports } from './reports.ts';
import { startAudit, streamAudit } from './run-audit.ts';

const day = 86_400_000;

/** Serves a simple page on loopback. */
async function serve(context: TestContext): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>A page</title><h1>A page</h1>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const visitor = { viewer: undefined, address: '203.0.113.9' };

async function postForm(app: TestApp, url: string, path = '/tools/audit') {
  const { plaza } = await mountBoth(app);
  return plaza.server.inject({
    method: 'POST',
    url: path,
    headers: { origin: app.config.plazaUrl, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ url }).toString(),
  });
}

test('the form leads to a report that anyone with its address can read', async (app, context) => {
  const url = await serve(context);
  const answer = await postForm(app, url);
  assert.equal(answer.statusCode, 303, answer.body);
  const { plaza } = await mountBoth(app);
  const report = await plaza.server.inject(String(answer.headers.location));
  assert.equal(report.statusCode, 200);
  assert.match(report.body, /No TLS handshake/);
  assert.match(report.body, /<meta name="robots" content="noindex"/);
  const host = encodeURIComponent(new URL(url).host);
  const badge = await plaza.server.inject(`/tools/audit/badge/${host}.svg`);
  assert.match(String(badge.headers['content-type']), /^image\/svg\+xml/);
  assert.match(badge.body, /Website audit: [A-F]/);
  assert.equal((await plaza.server.inject(`/tools/audit/${'a'.repeat(43)}`)).statusCode, 404);
});

test('an invalid address is rejected at its field, and a private one is not requested', async (app) => {
  for (const [url, message] of [
    ['ftp://example.com', /Enter an http or https URL/],
    ['http://user:secret@example.com', /user name or password/],
    ['http://10.0.0.1/', /not on the public internet/],
  ] as const) {
    const answer = await postForm(app, url);
    assert.equal(answer.statusCode, 422, url);
    assert.match(answer.body, message);
  }
});

test('the stream sends each category, then the report’s URL', async (app, context) => {
  const lines: Record<string, unknown>[] = [];
  const audit = await startAudit(app, visitor, await serve(context));
  for await (const chunk of streamAudit(app, audit)) lines.push(JSON.parse(String(chunk)) as never);
  assert.deepEqual(
    lines
      .slice(0, 5)
      .map(({ category }) => category)
      .sort(),
    ['agents', 'headers', 'protocol', 'seo', 'tls'],
  );
  assert.match(String(lines[5]?.location), /^\/tools\/audit\/[\w-]{43}$/);
});

test('members see only their own audits, with changes', async (app, context) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const url = await serve(context);
  const run = async (viewer: typeof ada) => (await startAudit(app, { viewer, address: '' }, url)).run();
  const [first, second] = [await run(ada), await run(ada)];
  await run(bob);
  const { items } = await listAudits(app, ada.id);
  assert.deepEqual(
    items.map(({ token }) => token),
    [second, first],
  );
  assert.deepEqual(
    items.map(({ previous }) => previous?.token),
    [first, undefined],
  );
  const { plaza } = await mountBoth(app);
  const comparison = await plaza.server.inject(`/tools/audit/compare?from=${first}&to=${second}`);
  assert.match(comparison.body, /No check changed/);
});

test('reports of visitors are deleted after a month, those of members after two years', async (app, context) => {
  const ada = await addPerson(app, 'ada');
  const url = await serve(context);
  await (await startAudit(app, visitor, url)).run();
  await (await startAudit(app, { viewer: ada, address: '' }, url)).run();
  const count = async () => {
    await purgeReports(app);
    return (await app.db.selectFrom('paid.audit').select('id').execute()).length;
  };
  assert.equal(await count(), 2);
  app.clock.turn(31 * day);
  assert.equal(await count(), 1);
  app.clock.turn(700 * day);
  assert.equal(await count(), 0);
});

testWithDatabase(
  'audits are free within a daily limit, and failed ones do not count',
  async ({ app }, context) => {
    const url = await serve(context);
    for (let round = 0; round < 3; round += 1)
      await assert.rejects((await startAudit(app, visitor, 'http://10.0.0.1/')).run());
    await (await startAudit(app, visitor, url)).run();
    await (await startAudit(app, visitor, url)).run();
    await assert.rejects(startAudit(app, visitor, url), { kind: 'throttled' });
    await startAudit(app, { ...visitor, address: '203.0.113.10' }, url);
  },
  { RATE_LIMITS: 'true', AUDIT_LIMIT: '2' },
);

testWithDatabase(
  'concurrent audits are limited by a setting',
  async ({ app }, context) => {
    const url = await serve(context);
    const [one, other] = [await startAudit(app, visitor, url), await startAudit(app, visitor, url)];
    const running = one.run();
    await assert.rejects(other.run(), { kind: 'throttled' });
    await assert.rejects(startAudit(app, visitor, url), { kind: 'throttled' });
    await running;
  },
  { CONCURRENT_AUDITS: '1' },
);
