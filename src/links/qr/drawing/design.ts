import { contrast, luminance, type Rgb, toHex, toRgb } from '../../../kernel/contrast.ts';
import { invalid, msg } from '../../../kernel/problem.ts';

/** The design of a QR code. */
export interface CodeDesign {
  /** `#rrggbb`. */
  foreground: string;
  background: string;
  /** Shape of the modules. */
  shape: CodeShape;
  /** Shape of the three finder patterns. */
  corners: Corners;
  /** Width of the quiet zone in modules. */
  margin: number;
  /**
   * Error correction level: 7, 15, 25 or 30 %. `auto`: the highest that does not enlarge the code, 30 % with
   * a logo.
   */
  level: Level | 'auto';
  /** Default size in pixels and default image format. */
  size: number;
  format: CodeFormat;
}

export const codeShapes = ['square', 'rounded', 'dots'] as const;
export type CodeShape = (typeof codeShapes)[number];
export const codeCorners = ['square', 'rounded', 'circle'] as const;
export type Corners = (typeof codeCorners)[number];
export const levels = ['L', 'M', 'Q', 'H'] as const;
export type Level = (typeof levels)[number];
export const codeFormats = ['png', 'svg', 'pdf', 'eps', 'webp'] as const;
export type CodeFormat = (typeof codeFormats)[number];

export const sizes = { min: 100, max: 2000 };
export const margins = { min: 0, max: 10 };

export const plainDesign: CodeDesign = {
  foreground: '#000000',
  background: '#ffffff',
  shape: 'square',
  corners: 'square',
  margin: 4,
  level: 'auto',
  size: 500,
  format: 'png',
};

/** Design fields as submitted. Omitted or blank fields do not change. */
export type CodeDesignInput = Readonly<Partial<Record<keyof CodeDesign, string | number | undefined>>>;

/** Below this contrast, cameras in poor light cannot tell the colors apart. */
const minContrast = 3;

/**
 * Returns the updated design. Throws a `Problem` that names a field that cannot be drawn or would not scan.
 */
export function parseCodeDesign(before: CodeDesign, input: CodeDesignInput): CodeDesign {
  const foreground = colorOf('foreground', input.foreground, before.foreground);
  const background = colorOf('background', input.background, before.background);
  refuseFaint(foreground, background);
  return {
    foreground: toHex(foreground),
    background: toHex(background),
    shape: oneOf('shape', codeShapes, input.shape, before.shape),
    corners: oneOf('corners', codeCorners, input.corners, before.corners),
    margin: numberOf('margin', margins, input.margin, before.margin),
    level: levelOf(input.level, before.level),
    size: parseSize(input.size, before.size),
    format: oneOf('format', codeFormats, input.format, before.format),
  };
}

const parseSize = (said: string | number | undefined, before: number): number =>
  numberOf('size', sizes, said, before);

function refuseFaint(foreground: Rgb, background: Rgb): void {
  if (luminance(foreground) >= luminance(background))
    throw invalid('foreground', msg('The code must be darker than its background to be scannable'));
  const ratio = contrast(foreground, background);
  if (ratio < minContrast)
    throw invalid(
      'foreground',
      msg(
        'Contrast too low to scan ({ratio}, at least {minContrast} required). Use a darker code or a lighter background.',
        { ratio: ratio.toFixed(1), minContrast },
      ),
    );
}

function colorOf(field: string, said: string | number | undefined, before: string): Rgb {
  const text = textOf(said);
  const color = parseCodeColor(text || before);
  if (!color)
    throw invalid(
      field,
      msg('“{text}” is not a color. Use rgb(0,0,0) or #000000.', { text: text.slice(0, 40) }),
    );
  return color;
}

function levelOf(said: string | number | undefined, before: CodeDesign['level']): CodeDesign['level'] {
  const text = textOf(said);
  return /^auto$/i.test(text) ? 'auto' : oneOf('level', levels, text.toUpperCase(), before);
}

function oneOf<T extends string>(
  field: string,
  choices: readonly T[],
  said: string | number | undefined,
  before: T | 'auto',
): T {
  const text = textOf(said);
  if (text === '') return before as T;
  const chosen = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (!chosen)
    throw invalid(field, msg('{field} must be one of {choices}', { field, choices: choices.join(', ') }));
  return chosen;
}

function numberOf(
  field: string,
  { min, max }: { min: number; max: number },
  said: string | number | undefined,
  before: number,
): number {
  const text = textOf(said);
  if (text === '') return before;
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max)
    throw invalid(field, msg('{field} must be a whole number from {min} to {max}', { field, min, max }));
  return number;
}

const textOf = (said: string | number | undefined) => String(said ?? '').trim();

/** Parses `rgb(0,10,255)`, `#000aff` or `#00f`. Returns undefined for other text. */
export function parseCodeColor(text: string): Rgb | undefined {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text.trim());
  if (parts) {
    const numbers = parts.slice(1).map(Number);
    return numbers.every((number) => number <= 255) ? (numbers as unknown as Rgb) : undefined;
  }
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (!digits) return undefined;
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return toRgb(`#${full}`);
}
