import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { test } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { runTool } from '../../toolkit/run-tool.ts';
import { examplesOf } from '../../toolkit/tool.ts';
import { findTool } from '../../toolkit/catalog/find-tool.ts';
import { runSandboxed } from './sandbox.ts';
import { sandboxTask } from './task.ts';

const free = { class: 'free', owner: 'test' } as const;
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

async function run(app: TestApp, slug: string, input: object, { owner = 'test', seconds = 2 } = {}) {
  const found = await findTool(slug);
  assert.ok(found, slug);
  const config = { ...app.config, TOOL_SECONDS: seconds };
  return runTool({ ...app, config }, found, input, { class: 'free', owner });
}

/** What a run of the largest accepted SVG drawing would cost if its filters were drawn: minutes. */
const svg = (inner: string, side = 4900) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}">${inner}</svg>`;
const filters = Array.from(
  { length: 8 },
  (_, n) => `<feTurbulence baseFrequency="0.0${n + 1}" numOctaves="9"/><feGaussianBlur stdDeviation="200"/>`,
).join('');

const harmless: [what: string, inner: string][] = [
  ['filters', `<filter id="f">${filters}</filter><rect filter="url(#f)" width="100%" height="100%"/>`],
  [
    'filters in a style',
    `<filter id="f">${filters}</filter><rect style="filter:url(#f)" width="100%" height="100%"/>`,
  ],
  ['filter functions', '<rect style="filter:blur(400px)" width="100%" height="100%"/>'],
  ['escaped filters', '<style>rect{\\66ilter:blur(400px)}</style><rect width="100%" height="100%"/>'],
  ['filters of a prefix', `<x:filter xmlns:x="http://www.w3.org/2000/svg" id="f">${filters}</x:filter>`],
  ['a file', '<image href="file:///etc/passwd" width="9" height="9"/>'],
  ['a file by xlink', '<image xlink:href="/etc/hostname" width="9" height="9"/>'],
  ['a foreign style sheet', '<style>@import url(http://127.0.0.1:1/x.css)</style>'],
];

for (const [what, inner] of harmless)
  test(`draws an SVG image without ${what}`, async (app) => {
    const output = await run(app, 'svg-to-png', { image: base64(svg(inner, 300)), quality: 80 });
    assert.equal((output as { width: number }).width, 300);
  });

/** Each element draws ten of the one before it. */
const multiplied = (side: number) => {
  const lines = ['<rect id="a0" width="9" height="9"/>'];
  for (let n = 1; n < 9; n += 1)
    lines.push(`<g id="a${n}">${`<use xlink:href="#a${n - 1}" x="1"/>`.repeat(10)}</g>`);
  return svg(lines.join(''), side);
};

/** A PNG whose header promises more pixels than its few bytes hold. */
function pngHeader(width: number, height: number): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** A PDF whose object stream inflates to a gigabyte. */
function pdfBomb(): Buffer {
  const stream = deflateSync(Buffer.alloc(300_000_000, 32), { level: 9 });
  const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF'),
  ]);
}

const cyclicPdf = `%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Count 1/Kids[2 0 R]>>
endobj
trailer
<</Root 1 0 R/Size 3>>
%%EOF`;

const hostile: [what: string, slug: string, input: () => object | Promise<object>][] = [
  ['multiplied references', 'svg-to-png', () => ({ image: base64(multiplied(4900)), quality: 80 })],
  [
    'an SVG image that is nested deep',
    'svg-to-png',
    () => ({ image: base64(svg('<g>'.repeat(60_000))), quality: 80 }),
  ],
  [
    'an image that claims a gigapixel',
    'png-to-jpg',
    () => ({ image: base64(pngHeader(40_000, 40_000)), quality: 80 }),
  ],
  ['a PDF document that inflates', 'pdf-info', () => ({ pdf: base64(pdfBomb()) })],
  ['a PDF document whose pages contain themselves', 'pdf-info', () => ({ pdf: base64(cyclicPdf) })],
  ['elements that are nested deep', 'html-tags-remover', () => ({ html: '<b>'.repeat(30_000) })],
  [
    'a compressed text that inflates',
    'gzip-decompressor',
    () => ({ base64: base64(deflateRawSync(Buffer.alloc(200_000_000))), method: 'raw deflate' }),
  ],
  [
    'a catastrophic pattern',
    'regex-tester',
    () => ({ pattern: '(a+)+$', text: `${'a'.repeat(40)}!`, flags: 'g' }),
  ],
];

for (const [what, slug, input] of hostile)
  test(`refuses ${what}, and works afterwards`, async (app) => {
    const found = await findTool(slug);
    assert.ok(found);
    const defaults = examplesOf(found.tool.input);
    await assert.rejects(
      run(app, slug, { ...defaults, ...(await input()) }),
      ({ status, code }: { status: number; code?: string }) => {
        assert.ok(status === 400 || status === 422, `${status} ${code}`);
        assert.notEqual(code, 'tool_failed');
        return true;
      },
    );
    await run(app, slug, defaults);
  });

test('ends a process that takes too much memory, whatever allocates it', async (app) => {
  const noise = await sharp({
    create: {
      width: 5000,
      height: 5000,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const config = { ...app.config, SANDBOX_MEMORY_MB: 96 };
  const found = await findTool('png-to-avif');
  assert.ok(found);
  const input = { image: base64(noise), quality: 100 };
  await assert.rejects(runTool({ ...app, config }, found, input, { class: 'paid', owner: 'memory' }), {
    status: 422,
    code: 'work_memory',
  });
});

/** Shorter inputs of cheap tools run without a sandbox. */
const large = '<b>x</b>'.repeat(2000);

test('waits for its own class only, and each owner gets a turn', async (app) => {
  // Loaded before, so that all runs queue at once.
  const found = await findTool('html-tags-remover');
  assert.ok(found && (await findTool('regex-tester')));
  const busy = { pattern: '(a+)+$', text: `${'a'.repeat(60)}!`, flags: 'g' };
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const flood = Array.from({ length: availableParallelism() + 3 }, () =>
    run(app, 'regex-tester', busy, { owner: 'flood', seconds: 0.3 }).catch(note('flood')),
  );
  const other = run(app, 'html-tags-remover', { html: large }, { owner: 'other' }).then(note('other'));
  await runTool(app, found, { html: large }, { class: 'paid', owner: 'payer' });
  const floods = order.filter((name) => name === 'flood');
  assert.ok(floods.length < flood.length, 'a paid call does not wait for free runs');
  await other;
  assert.ok(order.length <= Math.max(1, Math.floor(availableParallelism() / 2)) + 1, order.join());
  await Promise.all(flood);
});

/** The ids of the sandboxes that run. */
const sandboxIds = () =>
  globSync('/proc/self/task/*/children')
    .flatMap((file) => readFileSync(file, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src/sandbox.ts'));

test('uses a process again, which has room for work after it has loaded the program', async (app) => {
  await run(app, 'html-tags-remover', { html: large });
  const before = sandboxIds();
  assert.ok(before.length > 0);
  for (let times = 0; times < 3; times += 1) await run(app, 'html-tags-remover', { html: large });
  assert.deepEqual(sandboxIds(), before);
});

test('gives the sandbox none of the settings of the service', async (app) => {
  await run(app, 'html-tags-remover', { html: large });
  const sandboxes = sandboxIds();
  assert.ok(sandboxes.length > 0);
  for (const pid of sandboxes) {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    const allowed = [
      '',
      'LANG',
      'MALLOC_ARENA_MAX',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'PWD',
    ];
    assert.deepEqual(
      names.filter((name) => !allowed.includes(name ?? '')),
      [],
    );
  }
});

test('rejects a task that the sandbox does not have', async (app) => {
  const unknown = sandboxTask<number, number>('test.unknown', () =>
    Promise.reject(new Error('never loaded')),
  );
  await assert.rejects(runSandboxed(app, unknown, 1, free), /Unknown task/);
});
