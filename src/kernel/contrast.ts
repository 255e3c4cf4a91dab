/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Minimum contrast of text in WCAG 2: 4.5 to 1. */
export const readable = 4.5;

/** Parses `#rrggbb`. */
export const toRgb = (hex: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb;

export const toHex = (color: Rgb): `#${string}` =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The contrast ratio of two colors by WCAG 2, from 1 (identical) to 21 (black and white). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast ratio of two colors as `#rrggbb`. */
export const contrastOfHex = (one: string, other: string): number => contrast(toRgb(one), toRgb(other));

/** Relative luminance: 0 is black, 1 is white. */
export function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
