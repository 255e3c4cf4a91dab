import { encode, QrCodeDataType } from 'uqr';
import { invalid, msg } from '../../../kernel/problem.ts';
import { loadSharp } from '../../../platform/files/sharp.ts';
import { html, trusted } from '../../../web/html.ts';
import { type CodeDesign, type Level, levels } from './design.ts';
import { type Hole, toDrawingPath } from './paths.ts';

/** Parameters found to scan: the error correction level, and the logo's share of the code's width. */
export interface Fit {
  level: Level;
  /** 0 without a logo. */
  logoShare: number;
}

/** A drawn QR code, independent of the output format. One unit is one module. */
export interface CodeDrawing {
  /** Width in units, including the quiet zone. */
  side: number;
  path: string;
  foreground: string;
  background: string;
  logo: { png: Buffer; from: number; side: number } | undefined;
}

/** Draws a QR code for a text, with an optional logo in the center. */
export function drawCode(
  text: string,
  design: CodeDesign,
  { level, logoShare }: Fit,
  logo?: Buffer,
): CodeDrawing {
  const symbol = toSymbol(text, level);
  const { margin, foreground, background } = design;
  const hole = logo && logoShare > 0 ? holeFor(symbol.side, logoShare) : undefined;
  return {
    side: symbol.side + 2 * margin,
    path: toDrawingPath(symbol, design, hole),
    foreground,
    background,
    logo: logo && hole && { png: logo, from: hole.from + margin + 0.25, side: hole.count - 0.5 },
  };
}

/** An odd number of modules, like the code itself, so that the logo is centered. */
function holeFor(side: number, share: number): Hole {
  const count = Math.max(3, 2 * Math.floor((side * share - 1) / 2) + 1);
  return { from: (side - count) / 2, count };
}

/** Renders the drawing as SVG of `size` pixels. */
export function toSvg({ side, path, foreground, background, logo }: CodeDrawing, size: number): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${background}"/><path fill="${foreground}" d="${trusted(path)}"/>${logo && html`<image x="${logo.from}" y="${logo.from}" width="${logo.side}" height="${logo.side}" href="data:image/png;base64,${logo.png.toString('base64')}"/>`}</svg>`.text; // prettier-ignore
}

/** The modules of a QR code. */
export interface Symbol {
  /** Width in modules, without the quiet zone. */
  side: number;
  isDark: (x: number, y: number) => boolean;
  /** Whether a module belongs to an alignment pattern. */
  isAlignmentCenter: (x: number, y: number) => boolean;
}

/**
 * Maximum bytes of a static code. Beyond this, modules are too small for a phone camera at arm's length. The
 * capacity at the default level is 2331.
 */
const maxBytes = 1200;

/** Encodes a text. Raises the level as long as the code does not get larger. */
function toSymbol(text: string, level: Level): Symbol {
  if (Buffer.byteLength(text) > maxBytes) throw tooLong();
  const { size, data, types } = encode(text, { ecc: level, boostEcc: true, border: 0 });
  return {
    side: size,
    isDark: (x, y) => data[y]?.[x] ?? false,
    isAlignmentCenter: (x, y) => types[y]?.[x] === QrCodeDataType.Alignment,
  };
}

const tooLong = () =>
  invalid(
    'content',
    msg('Too long for a readable code ({maxBytes} bytes). Shorten it, or make the code dynamic.', {
      maxBytes,
    }),
  );

/** Logo sizes to try, as a share of the code's width. */
const logoShares = [0.27, 0.23, 0.19];
/** Pixels per module in the scan test, like a phone camera sees a poster from across the street. */
const pixels = 4;

/**
 * Finds parameters with which a code scans. Each candidate is drawn and decoded, the requested one first.
 * Throws a `Problem` if none scans. Works in the sandbox only.
 */
export async function fitDrawing(
  text: string,
  design: CodeDesign,
  logo?: Buffer,
): Promise<{ fit: Fit; drawing: CodeDrawing }> {
  for (const fit of fitsFor(design.level, logo !== undefined)) {
    const drawing = drawCode(text, design, fit, logo);
    if (await scans(drawing, text)) return { fit, drawing };
  }
  throw logo
    ? invalid('logo', msg('The code is not readable with this logo. Choose another one.'))
    : invalid('foreground', msg('The code is not readable in these colors and shapes. Choose others.'));
}

function fitsFor(level: CodeDesign['level'], hasLogo: boolean): Fit[] {
  const first = hasLogo ? levelWithLogo(level) : level === 'auto' ? 'M' : level;
  const upwards = levels.slice(levels.indexOf(first));
  return (hasLogo ? logoShares : [0]).flatMap((logoShare) => upwards.map((level) => ({ level, logoShare })));
}

/** A logo already counts as damage, and print adds more. */
const levelWithLogo = (level: CodeDesign['level']): Level => (level === 'Q' ? 'Q' : 'H');

async function scans(drawing: CodeDrawing, text: string): Promise<boolean> {
  const size = drawing.side * pixels;
  return (await decodeCode(Buffer.from(toSvg(drawing, size)))) === text;
}

/** Decodes the QR code in an image with an independent library. Returns undefined if it finds none. */
export async function decodeCode(picture: Buffer): Promise<string | undefined> {
  const [{ default: jsqr }, sharp] = await Promise.all([import('jsqr'), loadSharp()]);
  const { data, info } = await sharp(picture, { limitInputPixels: 16_000_000 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const found = jsqr.default(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' });
  return found?.data;
}
