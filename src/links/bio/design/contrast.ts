/** `#rrggbb`. */
export type Color = `#${string}`;

/** What WCAG asks of text: 4.5 to 1. */
export const readable = 4.5;

/** How far two colours are apart, from 1 (the same) to 21 (black and white), as WCAG 2 reckons it. */
export function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of a colour with a ground that runs from one colour into another. */
export function contrastOnBlend(color: Color, from: Color, to: Color): number {
  const steps = 16;
  const grounds = Array.from({ length: steps + 1 }, (_, step) => mix(from, to, step / steps));
  return Math.min(...grounds.map((ground) => contrast(color, ground)));
}

/** `part` of `b` in `a`, as gradients mix them. */
export function mix(a: Color, b: Color, part: number): Color {
  const [from, to] = [channels(a), channels(b)];
  const mixed = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: Color): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
