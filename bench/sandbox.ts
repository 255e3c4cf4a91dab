/**
 * Compares small work in a warm sandbox with the same work in this process, in turn. Usage:
 * `node --max-semi-space-size=8 --heap-growing-percent=40 bench/sandbox.ts`, with the flags of `npm start`.
 */
import sharp from 'sharp';
import { findTool } from '../src/toolkit/catalog/find-tool.ts';
import { toolTask } from '../src/toolkit/tool-task.ts';
import { runSandboxed } from '../src/platform/sandbox/sandbox.ts';

const rounds = 60;
const app = {
  config: { TOOL_SECONDS: 10, SANDBOX_MEMORY_MB: 144, SANDBOX_PROCESSES: 1 },
  log: { warn: console.warn, error: console.error },
} as unknown as Parameters<typeof runSandboxed>[0];
const picture = await sharp({
  create: {
    width: 320,
    height: 240,
    channels: 3,
    background: '#abc',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .png()
  .toBuffer();
const stream = 'BT /F1 12 Tf 72 700 Td (Hello) Tj ET';
const pdf = Buffer.from(
  `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>\nendobj\n4 0 obj\n<</Length ${stream.length}>>\nstream\n${stream}\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\n%%EOF`,
);
const html = '<h2>Title</h2><p>Some <b>text</b> with a <a href="https://example.com/">link</a>.</p>'.repeat(
  24,
);
const rows: [what: string, slug: string, input: object][] = [
  ['PNG of 320 x 240 to WebP', 'png-to-webp', { image: picture.toString('base64'), quality: 80 }],
  ['HTML of 2 kB to Markdown', 'html-to-markdown', { html }],
  ['a PDF document of one page', 'pdf-info', { pdf: pdf.toString('base64') }],
];

console.log('| Work | Inline | Sandbox | Ratio |\n| --- | ---: | ---: | ---: |');
for (const [what, slug, input] of rows) {
  const found = await findTool(slug);
  if (!found) throw new Error(`Unknown tool ${slug}`);
  const job = { slug, module: found.module, input, files: {}, now: Date.now() };
  const inline = await toolTask.load();
  const sides = [
    () => Promise.resolve(inline(job)),
    () => runSandboxed(app, toolTask, job, { class: 'free', owner: 'bench' }),
  ] as const;
  const times: [number[], number[]] = [[], []];
  for (let round = -10; round < rounds; round += 1)
    for (const [side, run] of sides.entries()) {
      const start = performance.now();
      await run();
      if (round >= 0) times[side]?.push(performance.now() - start);
    }
  // The lower tenth, as other load of the machine only adds.
  const [one = 0, other = 0] = times.map(
    (all) => all.toSorted((a, b) => a - b)[Math.floor(rounds / 10)] ?? 0,
  );
  console.log(`| ${what} | ${one.toFixed(2)} ms | ${other.toFixed(2)} ms | ${(other / one).toFixed(2)} |`);
}
process.exit();
