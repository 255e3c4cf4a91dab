import { loadSharp } from '../../../platform/files/sharp.ts';
import type { CodeDrawing } from './drawing.ts';

/** Points per CSS pixel. */
const point = 0.75;

/** Renders the drawing as Encapsulated PostScript for printing, `size` pixels wide. */
export async function toEps(drawing: CodeDrawing, size: number): Promise<Buffer> {
  const { side, path, foreground, background, logo } = drawing;
  const length = size * point;
  const whole = Math.ceil(length);
  const lines = [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${whole} ${whole}`,
    `%%HiResBoundingBox: 0 0 ${length} ${length}`,
    '%%Title: QR code',
    '%%LanguageLevel: 2',
    '%%EndComments',
    'gsave',
    // The y axis of PostScript points up. From here on, units and directions match the path.
    `0 ${length} translate ${length / side} ${-length / side} scale`,
    `${colorOf(background)} 0 0 ${side} ${side} rectfill`,
    `${colorOf(foreground)} newpath`,
    ...toPostScript(path),
    'fill',
    ...(logo ? await toImage(logo, background) : []),
    'grestore',
    'showpage',
    '%%EOF',
  ];
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
}

/** Converts `#rrggbb` or `rgb(r,g,b)` to PostScript color components. */
function colorOf(color: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const parts = hex
    ? hex.slice(1).map((each) => parseInt(each, 16))
    : (color.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number((part / 255).toFixed(4)));
  return `${red} ${green} ${blue} setrgbcolor`;
}

const argumentsOf: Readonly<Record<string, number>> = { M: 2, h: 1, v: 1, a: 7, z: 0 };

/** Converts the commands written by `toDrawingPath`. Arcs are circular. */
function toPostScript(path: string): string[] {
  const lines: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([Mhvaz])([^Mhvaz]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const count = argumentsOf[command] ?? 0;
    if (command === 'z') lines.push('closepath');
    // A command repeats as long as there are numbers for it.
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      const given = numbers.slice(at, at + count);
      const [first = 0, second = 0] = given;
      if (command === 'a') {
        const [dx = 0, dy = 0] = given.slice(5);
        lines.push(arc({ x, y }, { x: x + dx, y: y + dy }, first, given[3] === 1, given[4] === 1));
        [x, y] = [x + dx, y + dy];
        continue;
      }
      if (command === 'M') [x, y] = [first, second];
      if (command === 'h') x += first;
      if (command === 'v') y += first;
      lines.push(`${short(x)} ${short(y)} ${command === 'M' ? 'moveto' : 'lineto'}`);
    }
  }
  return lines;
}

interface Point {
  x: number;
  y: number;
}

/** Converts an arc between two points to its center form (SVG 1.1, appendix F.6.5). */
function arc(from: Point, to: Point, radius: number, isLarge: boolean, isClockwise: boolean): string {
  const [halfX, halfY] = [(to.x - from.x) / 2, (to.y - from.y) / 2];
  const half = Math.hypot(halfX, halfY);
  const reach = Math.sqrt(Math.max(0, radius * radius - half * half)) / half;
  const direction = isLarge === isClockwise ? 1 : -1;
  const center = {
    x: from.x + halfX + direction * reach * halfY,
    y: from.y + halfY - direction * reach * halfX,
  };
  const angleTo = (end: Point) => (Math.atan2(end.y - center.y, end.x - center.x) * 180) / Math.PI;
  const [start, stop] = [angleTo(from), angleTo(to)].map(short);
  return `${short(center.x)} ${short(center.y)} ${short(Math.max(radius, half))} ${start} ${stop} ${isClockwise ? 'arc' : 'arcn'}`;
}

const short = (value: number) => String(Number(value.toFixed(4)));

/** Logo width in pixels, sharp when printed at the width of a hand. */
const logoPixels = 240;

async function toImage(
  { png, from, side }: NonNullable<CodeDrawing['logo']>,
  background: string,
): Promise<string[]> {
  const sharp = await loadSharp();
  const pixels = await sharp(png)
    .resize(logoPixels, logoPixels)
    .flatten({ background })
    .toColorspace('srgb')
    .raw()
    .toBuffer();
  return [
    `gsave ${short(from)} ${short(from)} translate ${short(side)} ${short(side)} scale`,
    `/row ${logoPixels * 3} string def`,
    `${logoPixels} ${logoPixels} 8 [${logoPixels} 0 0 ${logoPixels} 0 0] { currentfile row readhexstring pop } false 3 colorimage`,
    ...(pixels.toString('hex').match(/.{1,240}/g) ?? []),
    'grestore',
  ];
}
