import { converter, formatCss, formatHex, formatHex8, parse } from 'culori';
import type { Color, Rgb } from 'culori';

/** Supported color formats. */
export const colorFormats = [
  'hex', 'hexa', 'rgb', 'rgba', 'hsl', 'hsla', 'hsv', 'hsva', 'hwb', 'cmyk', 'lab', 'lch', 'oklab', 'oklch',
] as const; // prettier-ignore

export type ColorFormat = (typeof colorFormats)[number];

export const isColorFormat = (name: string): name is ColorFormat =>
  (colorFormats as readonly string[]).includes(name);

const numbers = /-?\d+(?:\.\d+)?/g;
const toRgb = converter('rgb');

/** Parses a CSS color, including names, and `cmyk(…)` and `hsv(…)`, which CSS does not support. */
export function parseColor(text: string): Color | undefined {
  const trimmed = text.trim().slice(0, 100);
  const [name = ''] = /^[a-z]+(?=\()/i.exec(trimmed) ?? [];
  const parts = [...trimmed.matchAll(numbers)].map(Number);
  if (/^(device-)?cmyk$/i.test(name)) {
    const [c = 0, m = 0, y = 0, k = 0] = parts.map((part) => clamp(part / 100));
    if (parts.length < 4) return undefined;
    return { mode: 'rgb', r: (1 - c) * (1 - k), g: (1 - m) * (1 - k), b: (1 - y) * (1 - k) };
  }
  if (/^hsva?$/i.test(name)) {
    const [h = 0, s = 0, v = 0, alpha] = parts;
    if (parts.length < 3) return undefined;
    return { mode: 'hsv', h, s: clamp(s / 100), v: clamp(v / 100), ...(alpha !== undefined && { alpha }) };
  }
  return parse(trimmed);
}

/** Formats a color. Colors outside the format's gamut are clamped. */
export function formatColor(color: Color, format: ColorFormat): string {
  const rgb = clampRgb(toRgb(color));
  const alpha = round(color.alpha ?? 1, 3);
  if (format === 'hex') return formatHex(rgb);
  if (format === 'hexa') return formatHex8(rgb);
  if (format === 'cmyk') return formatCmyk(rgb);
  if (format === 'lab' || format === 'lch' || format === 'oklab' || format === 'oklch')
    return formatWide(color, format);
  const withAlpha = format.endsWith('a');
  const [a, b, c] = partsOf(rgb, withAlpha ? format.slice(0, -1) : format);
  if (format === 'hwb') return `hwb(${a} ${b} ${c}${alpha < 1 ? ` / ${alpha}` : ''})`;
  return `${format}(${a}, ${b}, ${c}${withAlpha ? `, ${alpha}` : ''})`;
}

function partsOf(rgb: Rgb, space: string): [string, string, string] {
  const percent = (value: number) => `${round(value * 100)}%`;
  if (space === 'rgb') {
    const [r, g, b] = [rgb.r, rgb.g, rgb.b].map((part) => String(Math.round(part * 255)));
    return [r ?? '', g ?? '', b ?? ''];
  }
  if (space === 'hsv') {
    const { h = 0, s, v } = converter('hsv')(rgb);
    return [String(round(h)), percent(s), percent(v)];
  }
  if (space === 'hwb') {
    const { h = 0, w, b } = converter('hwb')(rgb);
    return [String(round(h)), percent(w), percent(b)];
  }
  const { h = 0, s, l } = converter('hsl')(rgb);
  return [String(round(h)), percent(s), percent(l)];
}

function formatCmyk({ r, g, b }: Rgb): string {
  const k = 1 - Math.max(r, g, b);
  const parts = [r, g, b].map((part) => (k === 1 ? 0 : (1 - part - k) / (1 - k)));
  return `cmyk(${[...parts, k].map((part) => `${Math.round(part * 100)}%`).join(', ')})`;
}

function formatWide(color: Color, format: 'lab' | 'lch' | 'oklab' | 'oklch'): string {
  const converted = converter(format)(color) as unknown as Record<string, number | string | undefined>;
  const rounded = Object.fromEntries(
    Object.entries(converted).map(([name, part]) => [
      name,
      typeof part === 'number' ? round(part, format.startsWith('ok') ? 4 : 2) : part,
    ]),
  );
  return formatCss(rounded as unknown as Color);
}

const clampRgb = (rgb: Rgb): Rgb => ({ ...rgb, r: clamp(rgb.r), g: clamp(rgb.g), b: clamp(rgb.b) });
const clamp = (value: number) => Math.min(1, Math.max(0, value));
const round = (value: number, digits = 1) => Number(value.toFixed(digits)) + 0;
