// The package as its users have it: packed, installed into an empty project, compiled, and run against both services.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { createAccessKey } from '../../src/identity/access-keys.ts';
import { createApiClient } from '../../src/identity/api-clients/api-clients.ts';
import { startReceiver } from '../peers/receiver.ts';
import { eventually } from '../peers/eventually.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson, password } from '../world.ts';
import { installPackage } from './install-package.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

const program = `
import { ApiError, Hop, type HopEvent, Plaza, type PlazaEvent } from '@plaza/sdk';
const { HOP = '', PLAZA = '', KEY = '', APP = '', SECRET = '', PASSWORD = '' } = process.env;
const hop = new Hop({ baseUrl: HOP, key: KEY });
const { id, shorturl } = await hop.links.create({ url: 'https://example.com/spring', alias: 'spring' });
await hop.links.update(id, { url: 'https://example.com/spring', metatitle: 'Spring' });
const { results } = await hop.links.createMany([{ url: 'https://example.com/a' }, { url: 'nowhere' }]);
const urls: string[] = [];
for await (const link of hop.links.list({ limit: 1 })) urls.push(link.longurl);
const { clicks } = await hop.links.stats(id, { country: 'DE' });
const code = await hop.qr.create({ type: 'link', data: 'https://example.com/poster', name: 'Poster' });
const { items: codes } = await hop.qr.list();
const campaign = await hop.campaigns.create({ name: 'Spring', slug: 'spring-sale' });
await hop.campaigns.delete(campaign.id);
const field = await hop.qr.create({ type: 'link', data: shorturl }).catch((error: unknown) => error instanceof ApiError && [error.status, error.field]);
const once = await hop.links.upsert({ url: 'https://example.com/shop', external_id: 'shop-1' });
const twice = await hop.links.upsert({ url: 'https://example.com/shop/2', external_id: 'shop-1' });
const changed = await hop.links.updateMany([{ id, metatitle: 'Spring' }, { external_id: 'none' }]);
const removed = await hop.links.deleteMany([{ external_id: 'shop-1' }, 999999]);
const tag = await hop.tags.create({ name: 'sale' });
await hop.tags.update(tag.id, { name: 'Sale' });
const names = (await hop.tags.list()).items.map(({ name }) => name);
await hop.tags.delete(tag.id);
await hop.overlays.list();
await hop.splash.list();
const { records } = await hop.domains.dnsOf('links.example.com');
const { imports } = await hop.imports.list();
const single = (await hop.clicks.list()).items.length;
const bulk = [once.id === twice.id, changed.results.map(({ error }) => error), removed.results.map(({ error }) => error), names, records.byname.length > 0, imports.length, single];
await hop.links.delete(id);
const plaza = new Plaza({ baseUrl: PLAZA, key: APP, secret: SECRET });
await plaza.auth.signIn({ username_email: 'ada', password: PASSWORD, device_type: 'A' });
const post = await plaza.posts.create({ text: 'From the package', privacy: 'public' });
await plaza.comments.create({ post_id: post.post_id, text: 'Indeed' });
const comments: string[] = [];
for await (const comment of plaza.comments.list({ post_id: post.post_id })) comments.push(comment.id);
const feed = (await plaza.posts.feed()).items.map(({ text }) => text);
await plaza.questions.ask({ title: 'How does one begin?', text: 'With what is at hand.' });
const { secret } = await plaza.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['post.created'] });
const [webhook] = await plaza.webhooks.list();
await plaza.webhooks.delete(webhook?.id ?? '');
const read = (event: HopEvent | PlazaEvent): string =>
  event.type === 'comment.created' ? event.data.comment.text : event.type === 'link.created' ? event.data.link.alias : '';
const price = await plaza.tools.run('sha256-generator', { text: 'abc' }).catch((error: unknown) => error instanceof ApiError && error.status);
// @ts-expect-error A field that the API does not have does not compile.
void (() => hop.links.create({ url: 'https://example.com', aliass: 'x' }));
console.log(JSON.stringify({ shorturl, results: results.map(({ error }) => error), urls, clicks, codes: codes.length, code: code.link, field, comments: comments.length, feed, price, bulk, secret: secret.slice(0, 6), read: typeof read }));
`;

/** What is called here. The types of the package are generated when it is built, and `program` is compiled with them. */
interface Sdk {
  Hop: new (options: { baseUrl: string; key: string; retries?: number; timeout?: number }) => {
    account(options?: { signal: AbortSignal }): Promise<unknown>;
    clicks: { stream(options: { signal: AbortSignal }): AsyncGenerator<{ number: number }> };
    links: { create(link: { url: string }): Promise<{ id: number }> };
    webhooks: { create(webhook: { url: string; events: string[] }): Promise<{ secret: string }> };
  };
  verifyWebhook(body: string, headers: Record<string, string>, secret: string): Promise<{ type: string }>;
}

describe('the package for TypeScript', () => {
  let services: Services;
  let folder: string;
  let installed: Awaited<ReturnType<typeof installPackage>>;
  let sdk: Sdk;
  before(async () => {
    services = await startServices({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    installed = await installPackage('sdk');
    folder = installed.folder;
    await writeFile(join(folder, 'program.ts'), program);
    sdk = (await import(pathToFileURL(join(folder, 'node_modules/@plaza/sdk/dist/index.js')).href)) as Sdk;
  });
  after(async () => {
    await installed.remove();
    await services.stop();
  });

  it('compiles, and calls both services from a program', async () => {
    const compilerOptions = {
      ...{
        strict: true,
        noEmit: true,
        target: 'es2023',
        module: 'nodenext',
        lib: ['es2023', 'dom', 'dom.iterable'],
      },
      typeRoots: [join(repository, 'node_modules/@types')],
      types: ['node'],
    };
    const include = ['program.ts', ...(await writeReadme())];
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc');
    const { stdout: mistakes } = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    assert.equal(mistakes, '');
    const ada = await addPerson(services.app, 'ada');
    const { apiKey, apiSecret } = await createApiClient(services.app, 'Package', undefined);
    const { stdout } = await run(process.execPath, [join(folder, 'program.ts')], {
      env: {
        ...process.env,
        ...{ HOP: services.hop, PLAZA: services.plaza, KEY: await createAccessKey(services.app, ada.id) },
        ...{ APP: apiKey, SECRET: apiSecret, PASSWORD: password },
      },
    });
    const printed = JSON.parse(stdout) as Record<string, unknown>;
    assert.equal(printed.shorturl, `${services.hop}/spring`);
    assert.deepEqual(printed.results, [0, 1]);
    assert.deepEqual(printed.urls, ['https://example.com/a', 'https://example.com/spring']);
    assert.deepEqual([printed.clicks, printed.codes, printed.field], [0, 1, [400, 'data']]);
    assert.deepEqual(printed.bulk, [true, [0, 1], [0, 1], ['Sale'], true, 0, 0]);
    assert.deepEqual([printed.secret, printed.read], ['whsec_', 'function']);
    assert.deepEqual([printed.comments, printed.feed, printed.price], [1, ['From the package'], 402]);
  });

  /** Writes the blocks of the README as programs, with what their text leaves to the reader. */
  async function writeReadme(): Promise<string[]> {
    const text = await readFile('packages/sdk/README.md', 'utf8');
    const blocks = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block = '']) => block);
    assert.ok(blocks.length >= 7);
    const left = Object.entries({
      hop: "import('@plaza/sdk').Hop",
      plaza: "import('@plaza/sdk').Plaza",
      request: 'Request',
      wallet: 'unknown',
      ...{ key: 'string', secret: 'string', password: 'string', rawBody: 'string' },
      addressThatThePersonReturnedTo: 'string',
    });
    const names = blocks.map(async (block, at) => {
      const lacking = left.filter(([name]) => !new RegExp(`(const|let) ${name}\\b`).test(block));
      const file = `readme-${at}.ts`;
      const declared = lacking.map(([name, type]) => `declare const ${name}: ${type};`).join('\n');
      await writeFile(join(folder, file), `${declared}\n${block}\nexport {};\n`);
      return file;
    });
    const paying =
      "declare module 'x402-fetch' { export const wrapFetchWithPayment: (send: typeof fetch, wallet: unknown) => typeof fetch; }";
    await writeFile(join(folder, 'x402-fetch.d.ts'), paying);
    return ['x402-fetch.d.ts', ...(await Promise.all(names))];
  }

  it('repeats what is throttled, busy or not answered, with the same key, and gives up', async () => {
    const seen: (string | undefined)[] = [];
    const answers = [503, 429, 200];
    const server = createServer((request, response) => {
      seen.push(request.headers['idempotency-key'] as string | undefined);
      const status = answers.shift() ?? 429;
      response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
        .end(
          status === 200 ? '{"error":0,"id":1,"shorturl":"x","short":"x"}' : '{"error":1,"message":"Wait"}',
        );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hop = new sdk.Hop({ baseUrl, key: 'k' });
    assert.equal((await hop.links.create({ url: 'https://example.com' })).id, 1);
    assert.equal(seen.length, 3);
    assert.equal(new Set(seen).size, 1);
    assert.match(seen[0] ?? '', /^[\w-]{36}$/);
    await assert.rejects(hop.links.create({ url: 'https://example.com' }), {
      name: 'ApiError',
      status: 429,
      message: 'Wait',
    });
    assert.equal(seen.length, 6, 'two retries');
    server.close();
    server.closeAllConnections();
    await assert.rejects(new sdk.Hop({ baseUrl, key: 'k', retries: 0 }).account(), {
      name: 'ConnectionError',
    });
  });

  it('continues a stream of clicks where it was cut off, and ends when it is refused', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['last-event-id']);
      if (asked.length > 3) return void response.writeHead(401).end('{"error":1,"message":"Revoked"}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // In parts, as networks deliver it.
      response.write('retry: 2000\n\n: still here\n\nid: ');
      response.end(`${asked.length}\ndata: [{"number":${asked.length}}]\n\nid: 9\ndata: cut o`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const hop = new sdk.Hop({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'k',
    });
    const abort = new AbortController();
    const seen: number[] = [];
    const watching = async () => {
      for await (const { number } of hop.clicks.stream({ signal: abort.signal })) seen.push(number);
    };
    await assert.rejects(watching(), { name: 'ApiError', status: 401, message: 'Revoked' });
    assert.deepEqual(
      [seen, asked],
      [
        [1, 2, 3],
        [undefined, '1', '2', '3'],
      ],
    );
    server.close();
    server.closeAllConnections();
  });

  it('says at once that the address or the key is missing, as where the environment lacks them', () => {
    for (const [given, message] of [
      [{ baseUrl: 'localhost:3001', key: 'k' }, /baseUrl/],
      [{ baseUrl: undefined, key: 'k' }, /baseUrl/],
      [{ baseUrl: 'http://localhost:3001', key: undefined }, /`key` is missing/],
      [{ baseUrl: 'http://localhost:3001', key: '' }, /`key` is missing/],
    ] as const)
      assert.throws(() => new sdk.Hop(given as { baseUrl: string; key: string }), {
        name: 'TypeError',
        message,
      });
  });

  it('gives up after a timeout, and at once when it is aborted', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hop = new sdk.Hop({ baseUrl, key: 'k', retries: 0, timeout: 50 });
    await assert.rejects(hop.account(), { name: 'TimeoutError' });
    const abort = new AbortController();
    const pending = new sdk.Hop({ baseUrl, key: 'k' }).account({ signal: abort.signal });
    abort.abort();
    await assert.rejects(pending, { name: 'AbortError' });
    server.close();
    server.closeAllConnections();
  });

  it('verifies the messages that Hop sends, and no others', async (context) => {
    const bob = await addPerson(services.app, 'bob');
    const receiver = await startReceiver();
    context.after(() => receiver.close());
    const hop = new sdk.Hop({ baseUrl: services.hop, key: await createAccessKey(services.app, bob.id) });
    const { secret } = await hop.webhooks.create({ url: receiver.url, events: ['link.created'] });
    await hop.links.create({ url: 'https://example.com/hook' });
    await eventually(
      () => receiver.received.length,
      (count) => count > 0,
    );
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const sent = headers as Record<string, string>;
    assert.equal((await sdk.verifyWebhook(body, sent, secret)).type, 'link.created');
    for (const [wrong, given, key] of [
      [`${body} `, sent, secret],
      [body, { ...sent, 'webhook-timestamp': '1000000000' }, secret],
      [body, { ...sent, 'webhook-signature': 'v1,AAAA' }, secret],
      [body, {}, secret],
      [body, sent, `whsec_${btoa('another secret of some length')}`],
    ] as const)
      await assert.rejects(sdk.verifyWebhook(wrong, given, key), { name: 'WebhookError' });
  });

  it('is small, for Hop alone', async (context) => {
    const sizes = ['hop', 'plaza', 'index', 'webhooks'].map(async (name) => {
      const { outputFiles } = await build({
        entryPoints: [join(folder, `node_modules/@plaza/sdk/dist/${name}.js`)],
        ...{ bundle: true, minify: true, format: 'esm', write: false },
      });
      const bytes = brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
      context.diagnostic(`${name}: ${bytes} bytes compressed`);
      return bytes;
    });
    const [ofHop = Infinity] = await Promise.all(sizes);
    assert.ok(ofHop <= 12_000);
  });
});
