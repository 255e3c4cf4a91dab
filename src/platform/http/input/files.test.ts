import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fastify } from 'fastify';
import { openFiles } from '../../files.ts';
import { fileRoutes, parseRange } from './files.ts';
import { answerWithoutBody, restoreHead, routeAsGet } from '../methods.ts';

const path = 'photos/2026/09/abcdef.webp';
const url = `/content/uploads/${path}`;

async function serve(t: TestContext) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'files-'));
  const files = openFiles({
    dataFolder,
    plazaUrl: 'http://plaza.example',
    S3_BUCKET: '',
    S3_DIRECT_UPLOADS: false,
    S3_REGION: '',
    S3_ENDPOINT: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  });
  await files.put(path, Buffer.from('0123456789'), 'image/webp');
  const server = fastify({
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      routeAsGet(request);
      return request.url ?? '/';
    },
  });
  restoreHead(server);
  answerWithoutBody(server);
  server.register((scope) => {
    fileRoutes(files, (_request, path) => Promise.resolve({ path, access: 'public' }))(scope);
  });
  t.after(async () => {
    await server.close();
    await rm(dataFolder, { recursive: true });
  });
  return { files, server };
}

test('sends a picture completely and sandboxed', async (t) => {
  const { server } = await serve(t);
  const { statusCode, headers, body } = await server.inject({ url });
  assert.equal(statusCode, 200);
  assert.equal(body, '0123456789');
  assert.equal(headers['content-type'], 'image/webp');
  assert.equal(headers['content-length'], '10');
  assert.equal(headers['content-disposition'], 'inline');
  assert.equal(headers['cache-control'], 'public, max-age=300, stale-while-revalidate=60');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
  const again = await server.inject({ url, headers: { 'if-none-match': headers.etag! } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('sends a requested range', async (t) => {
  const { server } = await serve(t);
  const part = await server.inject({ url, headers: { range: 'bytes=2-4' } });
  assert.equal(part.statusCode, 206);
  assert.equal(part.body, '234');
  assert.equal(part.headers['content-range'], 'bytes 2-4/10');
  assert.equal(part.headers['content-length'], '3');
  const beyond = await server.inject({ url, headers: { range: 'bytes=10-' } });
  assert.equal(beyond.statusCode, 416);
  assert.equal(beyond.headers['content-range'], 'bytes */10');
  const other = await server.inject({ url, headers: { range: 'bytes=2-4', 'if-range': '"another"' } });
  assert.equal(other.statusCode, 200);
});

test('answers HEAD with the headers and no body', async (t) => {
  const { server } = await serve(t);
  const { statusCode, headers, body } = await server.inject({ method: 'HEAD', url });
  assert.equal(statusCode, 200);
  assert.equal(headers['content-length'], '10');
  assert.equal(body, '');
});

test('sends a document as a download', async (t) => {
  const { server, files } = await serve(t);
  await files.put('files/2026/09/abc.bin', Buffer.from('<script>alert(1)</script>'), 'text/html');
  const { headers } = await server.inject({ url: '/content/uploads/files/2026/09/abc.bin' });
  assert.equal(headers['content-type'], 'application/octet-stream');
  assert.equal(headers['content-disposition'], 'attachment');
});

for (const path of [
  'nothing/2026/09/x.webp',
  '',
  '..%2f..%2fsecret.key',
  '%2e%2e/%2e%2e/secret.key',
  '%00',
  'photos',
])
  test(`returns 404 for the path “${path}”`, async (t) => {
    const { server } = await serve(t);
    assert.equal((await server.inject({ url: `/content/uploads/${path}` })).statusCode, 404);
  });

const ranges: [string | undefined, number, ReturnType<typeof parseRange>][] = [
  [undefined, 10, undefined],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=5-500', 10, { start: 5, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-300', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'outside'],
  ['bytes=10-', 10, 'outside'],
  ['bytes=0-', 0, 'outside'],
  ['bytes=-1', 0, 'outside'],
  ['bytes=5-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['lines=0-1', 10, undefined],
  ['bytes=a-b', 10, undefined],
];
for (const [header, size, expected] of ranges)
  test(`parses the range ${header ?? '(none)'} of ${size} bytes`, () =>
    assert.deepEqual(parseRange(header, size), expected));
