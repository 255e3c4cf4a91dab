import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import type { Problem } from '../../../kernel/problem.ts';
import { testConfig } from '../../../../test/app.ts';
import { openFiles } from '../../files.ts';
import { prepareRequests } from '../mount.ts';
import { dropUploads, receiveUploads, refuseUnknownFiles } from './uploads.ts';

const limits = { max: 2, bytes: 1000 };

/**
 * A server that accepts files, reports what it received, and deletes them. Also returns the names of
 * incomplete files.
 */
async function serve(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const config = testConfig({ DATA_DIR: folder });
  const files = openFiles(config);
  // Of a form that was refused, the connection is not idle yet when the server closes.
  const server = fastify({ forceCloseConnections: true });
  prepareRequests(server);
  await server.register(multipart, { throwFileSizeLimit: false });
  server.post('/', async (request) => {
    await receiveUploads({ files, config }, request, limits);
    const got = request.uploads.map(({ field, name, file = '', body }) => ({ field, name, file, body }));
    const onDisk = await Promise.all(got.map(({ file }) => readFile(file, 'utf8')));
    dropUploads(request);
    return { fields: request.body, got: got.map(({ field, name }) => [field, name]), onDisk };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const incoming = join(folder, 'uploads', '.incoming');
  const names = () => readdir(incoming).catch(() => []);
  /** Resolves when there are this many incomplete files. */
  const until = async (count: number) => {
    while ((await names()).length !== count) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { port: (server.server.address() as AddressInfo).port, until };
}

const send = async (port: number, form: FormData) => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const formOf = (entries: [string, string | Blob, string?][]) => {
  const form = new FormData();
  for (const [name, value, file] of entries)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, file);
  return form;
};

test('stores files on disk only while they are handled', async (t) => {
  const { port, until } = await serve(t);
  const entries: [string, string | Blob, string?][] = [
    ['text', 'Hello'],
    ['photos[]', new Blob(['one']), '../one.png'],
    ['none', new Blob([]), ''],
    ['photos[]', new Blob(['two']), 'two.png'],
  ];
  const { status, body } = await send(port, formOf(entries.filter(([name]) => name !== 'none')));
  assert.equal(status, 200);
  assert.deepEqual(body.onDisk, ['one', 'two']);
  assert.deepEqual(body.fields, { text: 'Hello' });
  assert.deepEqual(
    (body.got as string[][]).map(([field]) => field),
    ['photos', 'photos'],
  );
  const empty = await send(port, formOf(entries.filter(([name]) => name === 'none')));
  assert.deepEqual(empty.body.got, []);
  await until(0);
});

test('rejects files and values that are too large or too many, and removes them', async (t) => {
  const { port, until } = await serve(t);
  const [long, short] = [new Blob(['x'.repeat(1001)]), new Blob(['x'])];
  const rows: FormData[] = [
    formOf([['a', short, 'a'], ['b', long, 'b']]),
    formOf([['a', short, 'a'], ['b', short, 'b'], ['c', short, 'c']]),
    formOf([['a', new Blob(['x'.repeat(2_000_000)]), 'a']]),
  ]; // prettier-ignore
  for (const form of rows) assert.equal((await send(port, form)).status, 413);
  await until(0);
});

test('removes an aborted upload', async (t) => {
  const { port, until } = await serve(t);
  const call = request({
    port,
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  call.on('error', () => undefined);
  call.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nthe beginning');
  await until(1);
  call.destroy();
  await until(0);
});

test('limits fields in total size, number and name length', async (t) => {
  const { port } = await serve(t);
  const fields = (count: number, bytes: number): [string, string][] =>
    Array.from({ length: count }, (_, index) => [`f${index}`, 'x'.repeat(bytes)]);
  assert.equal((await send(port, formOf(fields(5, 100_000)))).status, 200);
  assert.equal((await send(port, formOf(fields(6, 100_000)))).status, 413);
  assert.equal((await send(port, formOf(fields(201, 1)))).status, 413);
  assert.equal((await send(port, formOf(fields(1, 300_000)))).status, 413);
  assert.equal((await send(port, formOf(fields(200, 1)))).status, 200);
  assert.equal((await send(port, formOf(fields(20_000, 1)))).status, 413);
});

test('counts the parts of a form, not what looks like one in a file', async (t) => {
  const { port } = await serve(t);
  const file = new Blob(['\n--b\r\n'.repeat(120)]);
  assert.equal((await send(port, formOf([['a', file, 'a']]))).status, 200);
});

test('rejects an unexpected or second file with the field’s name', () => {
  const limits = { fields: ['photo', 'video'], aliases: ['image'], max: 3, bytes: 1000 };
  const refusal = (fields: string[], multiple = false) => {
    try {
      refuseUnknownFiles(
        fields.map((field) => ({ field })),
        { ...limits, multiple },
      );
      return undefined;
    } catch (error) {
      const { kind, field, message } = error as Problem;
      return [kind, field, message];
    }
  };
  const unknown = (field: string) => [
    'invalid',
    field,
    `${field} cannot be attached here. Send photo or video.`,
  ];
  assert.equal(refusal(['photo', 'video', 'image']), undefined);
  assert.deepEqual(refusal(['photo', 'poto']), unknown('poto'));
  assert.deepEqual(refusal(['constructor']), unknown('constructor'));
  assert.deepEqual(refusal(['photo', 'photo']), ['invalid', 'photo', 'Send one file in photo']);
  assert.equal(refusal(['photo', 'photo'], true), undefined);
});
