import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { codeCorners as allCorners, plainDesign, codeShapes } from './design.ts';
import { drawCode, decodeCode } from './drawing.ts';
import { toEps } from './eps.ts';

interface Drawn {
  side: number;
  path: string;
}

/** Converts the drawing commands of a file back to an SVG path, to verify them independently. */
function toSvgPath(text: string): Drawn {
  const [, length = '0', scale = '1'] = /^0 ([\d.]+) translate ([\d.]+) -/m.exec(text) ?? [];
  const at = (cx: number, cy: number, r: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${cx + r * Math.cos(angle)} ${cy + r * Math.sin(angle)}`;
  };
  const path = text.split('\n').flatMap((line) => {
    const words = line.split(' ');
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = words.map(Number);
    switch (words.at(-1)) {
      case 'moveto':
        return `M${a} ${b}`;
      case 'lineto':
        return `L${a} ${b}`;
      case 'closepath':
        return 'Z';
      case 'arc':
      case 'arcn': {
        const turn =
          words.at(-1) === 'arc' ? (((e - d) % 360) + 360) % 360 : -((((d - e) % 360) + 360) % 360);
        const middle = at(a, b, c, d + turn / 2);
        const sweep = turn > 0 ? 1 : 0;
        return `A${c} ${c} 0 0 ${sweep} ${middle}A${c} ${c} 0 0 ${sweep} ${at(a, b, c, d + turn)}`;
      }
      default:
        return [];
    }
  });
  return { side: Number(length) / Number(scale), path: path.join('') };
}

for (const shape of codeShapes)
  for (const corners of allCorners)
    test(`${shape} with ${corners} corners scan from PostScript`, async () => {
      const design = { ...plainDesign, shape, corners };
      const drawing = drawCode('https://example.com/abc', design, { level: 'M', logoShare: 0 });
      const text = (await toEps(drawing, 400)).toString('latin1');
      assert.match(text, /^%!PS-Adobe-3\.0 EPSF-3\.0\n%%BoundingBox: 0 0 300 300\n/);
      const { side, path } = toSvgPath(text);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 ${side} ${side}"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
      const png = await sharp(Buffer.from(svg)).flatten().png().toBuffer();
      assert.equal(await decodeCode(png), 'https://example.com/abc');
    });

test('a logo is included in the file, over the background', async () => {
  const logo = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#cc0033' } })
    .png()
    .toBuffer();
  const drawing = drawCode('https://example.com/', plainDesign, { level: 'H', logoShare: 0.2 }, logo);
  const text = (await toEps(drawing, 400)).toString('latin1');
  assert.match(text, /false 3 colorimage\n(cc0033)+\n/);
});
