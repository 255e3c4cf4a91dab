import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  codeCorners,
  levels,
  plainDesign,
  codeShapes,
  type CodeDesign,
  type CodeDesignInput,
  parseCodeDesign,
} from './design.ts';
import { fitDrawing, decodeCode, toSvg } from './drawing.ts';
import { toPicture } from './picture.ts';

const address = 'https://hop.example.com/qr/k3x9ab';
const drawnLogo = sharp({ create: { width: 256, height: 256, channels: 4, background: '#b03060' } })
  .png()
  .toBuffer();

const said: [string, string][] = [
  ['an address', address],
  ['letters of three scripts', 'سلام 😀 Ünï;:,\\" '.repeat(12)],
  ['digits', '0123456789'.repeat(20)],
];

for (const shape of codeShapes)
  for (const corner of codeCorners)
    test(`${shape} squares and ${corner} corners can be scanned, with and without a logo`, async () => {
      const design: CodeDesign = { ...plainDesign, shape, corners: corner, margin: 1 };
      for (const [name, text] of said)
        for (const middle of [undefined, await drawnLogo]) {
          const { drawing } = await fitDrawing(text, design, middle);
          assert.equal(await decodeCode(Buffer.from(toSvg(drawing, drawing.side * 6))), text, name);
        }
    });

test('every accepted error correction level and color can be scanned', async () => {
  const colors: CodeDesignInput[] = [
    {},
    { foreground: 'rgb(16,70,52)', background: 'rgb(232, 240, 220)' },
    { foreground: '#7a1f5c', background: '#fff4b8' },
    { foreground: '#b00020', background: '#ffffff' },
  ];
  for (const level of levels)
    for (const color of colors) {
      const design = parseCodeDesign(plainDesign, { ...color, level });
      const { drawing, fit } = await fitDrawing(address, design);
      assert.equal(fit.level, level);
      assert.equal(await decodeCode(Buffer.from(toSvg(drawing, 300))), address);
    }
});

test('a logo raises the error correction level', async () => {
  for (const [level, expected] of [
    ['auto', 'H'],
    ['L', 'H'],
    ['Q', 'Q'],
    ['H', 'H'],
  ] as const)
    assert.equal((await fitDrawing(address, { ...plainDesign, level }, await drawnLogo)).fit.level, expected);
  assert.equal((await fitDrawing(address, plainDesign)).fit.level, 'M');
});

test('content that is too long for a code is rejected with a suggestion', async () => {
  await assert.rejects(fitDrawing('x'.repeat(1201), plainDesign), {
    kind: 'invalid',
    field: 'content',
    message: /make the code dynamic/,
  });
  const { drawing } = await fitDrawing('é'.repeat(600), plainDesign);
  assert.equal(await decodeCode(Buffer.from(toSvg(drawing, 1000))), 'é'.repeat(600));
});

test('a PNG of any requested size can be scanned', async () => {
  const { drawing } = await fitDrawing(
    address,
    { ...plainDesign, shape: 'rounded', corners: 'circle' },
    await drawnLogo,
  );
  for (const size of [100, 137, 300, 500, 1000, 2000]) {
    const png = await toPicture(drawing, size, 'png');
    const { width, height, format } = await sharp(png).metadata();
    assert.deepEqual({ width, height, format }, { width: size, height: size, format: 'png' });
    assert.equal(await decodeCode(png), address, String(size));
  }
  const large = await fitDrawing('x'.repeat(1000), plainDesign);
  assert.equal(await decodeCode(await toPicture(large.drawing, 100, 'png')), 'x'.repeat(1000));
});

test('an SVG has a title and loads nothing external', async () => {
  const { drawing } = await fitDrawing(address, plainDesign, await drawnLogo);
  const svg = (await toPicture(drawing, 640, 'svg')).toString();
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="640" height="640"/);
  assert.deepEqual(
    [...svg.matchAll(/href="([^"]{0,22})/g)].map(([, to]) => to),
    ['data:image/png;base64,'],
  );
  assert.equal(await decodeCode(Buffer.from(svg)), address);
});

test('a PDF has the same shapes, on a page of the requested size', async () => {
  const { drawing } = await fitDrawing(address, { ...plainDesign, shape: 'rounded', corners: 'rounded' });
  const pdf = await toPicture(drawing, 400, 'pdf');
  assert.match(pdf.toString('latin1'), /^%PDF-[^]*\/MediaBox \[0 0 300 300\]/);
  assert.equal(await decodeCode(Buffer.from(drawnIn(pdf, 300))), address);
});

test('a PDF includes the logo', async () => {
  const { drawing } = await fitDrawing(address, plainDesign, await drawnLogo);
  const pdf = await toPicture(drawing, 400, 'pdf');
  assert.match(pdf.toString('latin1'), /\/Subtype \/Image/);
});

/** Converts the shapes of a PDF page to SVG: lines, curves, fills and scale. */
function drawnIn(pdf: Buffer, side: number): string {
  const start = pdf.indexOf('stream\n', pdf.indexOf('/FlateDecode')) + 'stream\n'.length;
  const operations = inflateSync(pdf.subarray(start)).toString('latin1');
  let svg = '';
  let path = '';
  let color = '';
  let depth = 0;
  for (const line of operations.split('\n')) {
    const words = line.trim().split(/\s+/);
    const operator = words.pop() ?? '';
    const numbers = words.join(' ');
    if (operator === 'cm') {
      svg += `<g transform="matrix(${numbers})">`;
      depth += 1;
    } else if (operator === 'scn')
      color = `rgb(${words.map((share) => Math.round(Number(share) * 255)).join(',')})`;
    else if (operator === 're') {
      const [x, y, width, height] = words;
      path += `M${x} ${y}h${width}v${height}H${x}z`;
    } else if (operator === 'm' || operator === 'l' || operator === 'c')
      path += operator.toUpperCase() + numbers;
    else if (operator === 'h') path += 'z';
    else if (operator === 'f') {
      svg += `<path fill="${color}" d="${path}"/>`;
      path = '';
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${svg}${'</g>'.repeat(depth)}</svg>`;
}
