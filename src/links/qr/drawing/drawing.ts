import { html, trusted } from '../../../web/html.ts';
import type { Design, Level } from './design.ts';
import { toPath, type Hole } from './paths.ts';
import { toSymbol } from './symbol.ts';

/** What was found out to scan: how much damage is allowed for, and which part of the code's side the logo takes. */
export interface Fit {
  level: Level;
  /** 0 where there is no logo. */
  logoShare: number;
}

/** A code, ready to be put on screen or paper. A unit is a square of it. */
export interface Drawing {
  /** Units a side, with the quiet zone. */
  side: number;
  path: string;
  foreground: string;
  background: string;
  logo: { png: Buffer; from: number; side: number } | undefined;
}

/** Draws a text with the logo, if there is one, at its middle. */
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

/** An odd number of squares, as the code itself has, so that it sits at the middle. */
function holeFor(side: number, share: number): Hole {
  const count = Math.max(3, 2 * Math.floor((side * share - 1) / 2) + 1);
  return { from: (side - count) / 2, count };
}

/** The drawing as SVG, so many pixels a side. */
export function toSvg({ side, path, foreground, background, logo }: Drawing, size: number): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${background}"/><path fill="${foreground}" d="${trusted(path)}"/>${logo && html`<image x="${logo.from}" y="${logo.from}" width="${logo.side}" height="${logo.side}" href="data:image/png;base64,${logo.png.toString('base64')}"/>`}</svg>`.text; // prettier-ignore
}
