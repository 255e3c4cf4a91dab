import fastify from 'fastify';
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { addPerson } from '../../../test/world.ts';
import type { CodeInput } from './code.ts';
import { addCode } from './codes.ts';
import { decodeCode } from './drawing/drawing.ts';
import { codePictureRoutes } from './pictures.ts';

/** Creates a code of ada's and a client for its images. */
async function open(app: TestApp, input: Partial<CodeInput> = {}) {
  const ada = await addPerson(app, 'ada');
  const usual = { kind: 'link', content: { url: 'https://example.com' }, design: {} } as const;
  const { code, id } = await addCode(app, ada, { ...usual, ...input });
  const server = fastify();
  await server.register(codePictureRoutes(app));
  const ask = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  return { code, id, ask, address: `http://hop.test/qr/${code}` };
}

test('a code’s image has the requested format and size, and can be scanned', async (app) => {
  const { ask, code, address } = await open(app);
  const rows = [
    [`/qr/${code}.png`, 'image/png'],
    [`/qr/${code}.png?size=300`, 'image/png'],
    [`/qr/${code}?size=300&format=png`, 'image/png'],
    [`/qr/${code}?size=100`, 'image/png'],
    [`/qr/${code}.svg`, 'image/svg+xml; charset=utf-8'],
    [`/qr/${code}?format=svg&size=2000`, 'image/svg+xml; charset=utf-8'],
    [`/qr/${code}.webp`, 'image/webp'],
    [`/qr/${code}?format=webp&size=300`, 'image/webp'],
  ] as const;
  for (const [path, type] of rows) {
    const { statusCode, headers, rawPayload } = await ask(path);
    assert.deepEqual([statusCode, headers['content-type']], [200, type], path);
    assert.equal(await decodeCode(rawPayload), address, path);
  }
  const pdf = await ask(`/qr/${code}.pdf`);
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  assert.match(pdf.body, /^%PDF-/);
});

test('a client with a current image gets 304 until the design changes', async (app) => {
  const { ask, code, id } = await open(app);
  const { headers } = await ask(`/qr/${code}.png`);
  const etag = String(headers.etag);
  assert.equal(headers['cache-control'], 'public, max-age=300');
  const again = await ask(`/qr/${code}.png`, { 'if-none-match': etag });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  assert.notEqual((await ask(`/qr/${code}.png?size=400`)).headers.etag, etag);
  await app.db
    .updateTable('links.qr_code')
    .set({ design: JSON.stringify({ ...(await designOf(app, id)), foreground: '#123456' }) })
    .where('link_id', '=', id)
    .execute();
  const changed = await ask(`/qr/${code}.png`, { 'if-none-match': etag });
  assert.equal(changed.statusCode, 200);
});

async function designOf(app: TestApp, id: string): Promise<object> {
  const row = await app.db
    .selectFrom('links.qr_code')
    .select('design')
    .where('link_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.design as object;
}

test('unknown codes and invalid sizes have no image', async (app) => {
  const { ask, code, id } = await open(app);
  const rows = [
    ['/qr/nobody.png', 404],
    [`/qr/${code}.gif`, 404],
    [`/qr/${code}.vcf`, 404],
    [`/qr/${code.toUpperCase()}.png`, 404],
    ['/qr/..%2Fx.png', 404],
    [`/qr/${code}.png?size=99`, 400],
    [`/qr/${code}.png?size=2001`, 400],
    [`/qr/${code}.png?size=x`, 400],
    [`/qr/${code}?format=bmp`, 400],
    [`/qr/${code}.svg?format=png`, 200],
  ] as const;
  for (const [path, status] of rows) {
    const answer = await ask(path);
    assert.equal(
      answer.statusCode === 500 ? answer.json<{ code?: string }>() : answer.statusCode,
      status,
      path,
    );
  }
  for (const change of [
    { disabled_at: app.clock.now() },
    { suspended_at: app.clock.now() },
    { expires_at: new Date(0) },
  ]) {
    const none = { disabled_at: null, suspended_at: null, expires_at: null };
    await app.db
      .updateTable('links.link')
      .set({ ...none, ...change })
      .where('id', '=', id)
      .execute();
    assert.equal((await ask(`/qr/${code}.png`)).statusCode === 200, false, JSON.stringify(change));
  }
});

test('a contact can be downloaded as a file', async (app) => {
  const { ask, code } = await open(app, {
    kind: 'vcard',
    content: { firstName: 'Ada', lastName: 'Lovelace', note: 'x'.repeat(100) },
  });
  const { headers, body } = await ask(`/qr/${code}.vcf`);
  assert.equal(headers['content-type'], 'text/vcard; charset=utf-8');
  assert.equal(headers['content-disposition'], `attachment; filename="contact-${code}.vcf"`);
  assert.match(body, /^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:Lovelace;Ada;;;\r\n[^]*x\r\n x[^]*END:VCARD\r\n$/);
});

test('any short link has a QR code at its own URL, also on branded domains', async (app) => {
  const { ask } = await open(app);
  const ada = await app.db
    .selectFrom('identity.account')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow();
  const domain = await app.db
    .insertInto('links.domain')
    .values({
      account_id: ada.id,
      host: 'brand.test',
      verified_at: app.clock.now(),
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addLink(app, 'spring');
  await addLink(app, 'sommer', { domain_id: domain.id });
  await addLink(app, 'gone', { deleted_at: app.clock.now() });
  const read = async (path: string, host = 'hop.test') => {
    const { statusCode, rawPayload } = await ask(path, { host });
    return statusCode === 200 ? decodeCode(rawPayload) : undefined;
  };
  assert.equal(await read('/spring/qr'), 'http://hop.test/spring');
  assert.equal(await read('/spring/qr/800'), 'http://hop.test/spring');
  assert.equal(await read('/spring/qr/300?format=svg'), 'http://hop.test/spring');
  assert.equal(await read('/sommer/qr', 'brand.test'), 'https://brand.test/sommer');
  assert.equal(await read('/spring/qr', 'brand.test'), undefined);
  assert.equal(await read('/sommer/qr'), undefined);
  assert.equal(await read('/gone/qr'), undefined);
  assert.equal(await read('/spring/qr/huge'), undefined);
});
