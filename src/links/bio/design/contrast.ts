import { contrastOfHex, toHex, toRgb } from '../../../kernel/contrast.ts';

/** `#rrggbb`. */
export type Color = `#${string}`;

/** Returns the minimum contrast of a color on a gradient between two colors. */
export function contrastOnBlend(color: Color, from: Color, to: Color): number {
  const steps = 16;
  const grounds = Array.from({ length: steps + 1 }, (_, step) => mix(from, to, step / steps));
  return Math.min(...grounds.map((ground) => contrastOfHex(color, ground)));
}

/** Mixes `part` of `b` into `a`, as CSS gradients do. */
export function mix(a: Color, b: Color, part: number): Color {
  const to = toRgb(b);
  const [red, green, blue] = toRgb(a).map((value, i) =>
    Math.round(value + ((to[i] ?? 0) - value) * part),
  ) as [number, number, number];
  return toHex([red, green, blue]);
}
