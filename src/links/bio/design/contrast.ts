import { contrastOfHex, toHex, toRgb } from '../../../kernel/contrast.ts';

/** `#rrggbb`. */
export type Color = `#${string}`;

/** The least contrast of a colour with a ground that runs from one colour into another. */
export function contrastOnBlend(color: Color, from: Color, to: Color): number {
  const steps = 16;
  const grounds = Array.from({ length: steps + 1 }, (_, step) => mix(from, to, step / steps));
  return Math.min(...grounds.map((ground) => contrastOfHex(color, ground)));
}

/** `part` of `b` in `a`, as gradients mix them. */
export function mix(a: Color, b: Color, part: number): Color {
  const to = toRgb(b);
  const [red, green, blue] = toRgb(a).map((value, i) =>
    Math.round(value + ((to[i] ?? 0) - value) * part),
  ) as [number, number, number];
  return toHex([red, green, blue]);
}
