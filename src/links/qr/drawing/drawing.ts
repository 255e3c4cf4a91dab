import { html, trusted } from '../../../web/html.ts';
import type { Design, Level } from './design.ts';
import { toPath, type Hole } from './paths.ts';
import { toSymbol } from './symbol.ts';

/** Parameters found to scan: the error correction level, and the logo's share of the code's width. */
export interface Fit {
  level: Level;
  /** 0 without a logo. */
  logoShare: number;
}

/** A drawn QR code, independent of the output format. One unit is one module. */
export interface Drawing {
  /** Width in units, including the quiet zone. */
  side: number;
  path: string;
  foreground: string;
  background: string;
  logo: { png: Buffer; from: number; side: number } | undefined;
}

/** Draws a QR code for a text, with an optional logo in the center. */
export function drawCode(text: string, design: Design, { level, logoShare }: Fit, logo?: Buffer): Drawing {
  const symbol = toSymbol(text, level);
  const { margin, foreground, background } = design;
  const hole = logo && logoShare > 0 ? holeFor(symbol.side, logoShare) : undefined;
  return {
    side: symbol.side + 2 * margin,
    path: toPath(symbol, design, hole),
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
export function toSvg({ side, path, foreground, background, logo }: Drawing, size: number): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${background}"/><path fill="${foreground}" d="${trusted(path)}"/>${logo && html`<image x="${logo.from}" y="${logo.from}" width="${logo.side}" height="${logo.side}" href="data:image/png;base64,${logo.png.toString('base64')}"/>`}</svg>`.text; // prettier-ignore
}
