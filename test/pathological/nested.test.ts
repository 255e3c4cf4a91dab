// Sends deeply nested and very wide text to everything that parses a format: tools, imports, queries, forms and headers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../src/platform/app.ts';
import { checkImport } from '../../src/links/transfer/import/check-import.ts';
import { entryOf } from '../../src/toolkit/catalog/entry.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';
import { examplesOf } from '../../src/toolkit/tool.ts';
import { isIsolated, largeInput, runTool } from '../../src/toolkit/run-tool.ts';
import { exchange, type Answer, type Sent } from '../peers/exchange.ts';
import { isThorough } from '../peers/thorough.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson, cookiesOf } from '../world.ts';
import { timesReference } from './cost.ts';
import { formats } from './formats.ts';

/** Maximum processor time of the serving process, in units of the reference: about 150 ms. */
const max = 30;

describe('deeply nested or wide text', () => {
  let services: Services;
  let ada: Viewer;
  let cookie: string;
  const failures: string[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '' });
    ada = await addPerson(services.app, 'ada');
    cookie = await cookiesOf(services.app, ada);
  });
  after(() => services.stop());

  async function send(service: 'plaza' | 'hop', sent: Sent, what: string): Promise<Answer> {
    let answer: Answer | undefined;
    const nothing = () => Promise.resolve();
    const times = await timesReference(max, nothing, async () => {
      answer = await exchange(services[service], sent);
    });
    if (times > max) failures.push(`${what}: ${times.toFixed(0)} times the reference`);
    assert.ok(answer, what);
    if (answer.status >= 500) failures.push(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
    return answer;
  }

  it('is read or refused by every tool, outside of the serving process', async () => {
    const shapes = Object.entries(formats);
    for (const [place, slug] of [...entryOf.keys()].entries()) {
      const found = await findTool(slug);
      if (!found) continue;
      const { input } = found.tool;
      const texts = Object.entries(
        input.properties as Record<string, { type?: string; maxLength?: number; contentEncoding?: string }>,
      ).filter(
        ([, { type, maxLength = 0, contentEncoding }]) =>
          type === 'string' && maxLength >= 2000 && !contentEncoding,
      );
      const isFormat = /json|yaml|toml|xml|csv|html|markdown|svg|bbcode|sql|css|jwt|certificate/.test(slug);
      for (const [name, { maxLength = 2000 }] of texts.slice(0, 1))
        for (const [n, [format, create]] of shapes.entries()) {
          if (!isThorough && (n + place) % (isFormat ? 29 : shapes.length * 9) !== 0) continue;
          const fields = {
            ...examplesOf(input),
            [name]: create(Math.min(maxLength, 60_000)).slice(0, maxLength),
          };
          const body = new URLSearchParams(
            Object.entries(fields).map(([key, value]) => [
              key,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ).toString();
          const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: services.plaza };
          await send(
            'plaza',
            { method: 'POST', path: `/tools/${slug}`, headers, body },
            `${slug} of ${format}`,
          );
        }
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('is cheap in every tool that runs in the serving process', async () => {
    const shapes = Object.entries(formats);
    const signal = { class: 'free', owner: 'nested' } as const;
    for (const [place, slug] of [...entryOf.keys()].entries()) {
      const found = await findTool(slug);
      if (!found || found.tool.network) continue;
      const { input } = found.tool;
      const texts = Object.entries(
        input.properties as Record<string, { type?: string; maxLength?: number; contentEncoding?: string }>,
      ).filter(
        ([, { type, maxLength = 0, contentEncoding }]) =>
          type === 'string' && maxLength >= 300 && !contentEncoding,
      );
      for (const [name, { maxLength = 0 }] of texts)
        for (const [n, [format, create]] of shapes.entries()) {
          if (!isThorough && (n + place) % 47 !== 0) continue;
          const others = examplesOf(input);
          const rest = Object.entries(others).reduce(
            (sum, [key, value]) => sum + (key !== name && typeof value === 'string' ? value.length : 0),
            0,
          );
          // Longer inputs run in a sandbox.
          const longest = Math.min(maxLength, largeInput - rest);
          const given = { ...others, [name]: create(longest).slice(0, longest) };
          if (isIsolated(found, given)) continue;
          const times = await timesReference(
            max / 2,
            () => Promise.resolve(),
            () => runTool(services.app, found, given, signal).catch(() => undefined),
          );
          if (times > max / 2) failures.push(`${slug} of ${format}: ${times.toFixed(0)} times the reference`);
        }
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('is refused by imports', async () => {
    for (const format of ['JSON lists', 'JSON objects', 'JSON of both', 'CSV quotes', 'CSV cells', 'XML']) {
      const form = new FormData();
      form.set('file', new Blob([formats[format]!(1_000_000)]), 'links.json');
      const request = new Response(form);
      const body = Buffer.from(await request.arrayBuffer());
      const headers = {
        cookie,
        origin: services.hop,
        'content-type': request.headers.get('content-type') ?? '',
      };
      const { status, headers: said } = await send(
        'hop',
        { method: 'POST', path: '/dashboard/import', headers, body },
        format,
      );
      assert.ok(status === 303 || status === 422, `${format}: ${status}`);
      const id = /\d+$/.exec(said.location ?? '')?.[0];
      if (status === 422 || id === undefined) continue;
      const times = await timesReference(
        max,
        () => Promise.resolve(),
        () => checkImport(services.app, { id }),
      );
      assert.ok(times <= max, `${format}: ${times} times the reference`);
      await services.app.db.deleteFrom('links.import').where('id', '=', id).execute();
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('is cheap in the names of query parameters, form fields and parts', async () => {
    const names = [
      `a${'[b]'.repeat(4000)}`,
      '['.repeat(12_000),
      `a${'.b'.repeat(6000)}`,
      '__proto__[a]'.repeat(1000),
      'a[]'.repeat(4000),
    ];
    for (const name of names)
      for (const service of ['plaza', 'hop'] as const) {
        const query = `${encodeURI(name).slice(0, 12_000)}=1`;
        await send(
          service,
          { method: 'GET', path: `/signin?${query}`, headers: {} },
          `query ${name.slice(0, 9)}`,
        );
        const form = { origin: services[service], 'content-type': 'application/x-www-form-urlencoded' };
        for (const path of ['/signin', '/signup', '/forgot'])
          await send(
            service,
            { method: 'POST', path, headers: form, body: `${name}=1` },
            `field ${name.slice(0, 9)}`,
          );
        const multipart = { ...form, cookie, 'content-type': 'multipart/form-data; boundary=x' };
        const body = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`;
        await send(
          service,
          { method: 'POST', path: '/settings/pictures', headers: multipart, body },
          `part ${name.slice(0, 9)}`,
        );
        const nested = `${'--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'.repeat(4000)}--x--\r\n`;
        await send(
          service,
          { method: 'POST', path: '/settings/pictures', headers: multipart, body: nested },
          'parts in parts',
        );
      }
    assert.deepEqual(failures.splice(0), []);
  });

  it('is cheap in headers', async () => {
    const values = [
      '('.repeat(12_000),
      '"'.repeat(12_000),
      'a;b='.repeat(3000),
      'text/html;q=0.9,'.repeat(700),
      'a/b;'.repeat(3000),
      '*/*,'.repeat(3000),
      'a=b; '.repeat(2400),
      'a=%25'.repeat(2400),
      `a="${'\\"'.repeat(6000)}`,
      'W/"a", '.repeat(1700),
      'bytes=0-1,'.repeat(1200),
      'for="[::1]";by='.repeat(800),
    ];
    const names = [
      'accept',
      'accept-charset',
      'accept-encoding',
      'accept-language',
      'authorization',
      'cache-control',
      'content-type',
      'cookie',
      'forwarded',
      'if-match',
      'if-modified-since',
      'if-none-match',
      'origin',
      'prefer',
      'range',
      'referer',
      'sec-fetch-site',
      'signature',
      'user-agent',
      'x-forwarded-for',
      'x-payment',
    ];
    for (const [place, name] of names.entries())
      for (const [n, value] of values.entries()) {
        if (!isThorough && (n + place) % 7 !== 0) continue;
        for (const [service, path] of [
          ['plaza', '/'],
          ['plaza', '/llms-full.txt'],
          ['hop', '/'],
          ['hop', '/nothing-here'],
        ] as const)
          await send(
            service,
            { method: 'GET', path, headers: { [name]: value } },
            `${name} ${value.slice(0, 9)} at ${path}`,
          );
      }
    assert.deepEqual(failures.splice(0), []);
  });
});
