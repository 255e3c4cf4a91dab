/** The next round number at or above `value` that four steps divide into whole numbers. */
export function roundTop(value: number): number {
  if (value <= 20) return Math.max(Math.ceil(value / 4) * 4, 4);
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** A line through the values in a box of 100 by 100, with zero at the bottom. */
export function linePath(values: readonly number[], top: number): string {
  const last = Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) => `${short((index / last) * 100)} ${short(100 - (value / top) * 100)}`,
  );
  return `M${points.join('L')}`;
}

/** Selects at most `max` of `count` labels, evenly spaced, including the first and the last. */
export function shownLabels(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index);
  // Even spacing would put labels side by side here, so every other label is shown, up to the last.
  if (count < 2 * max)
    return Array.from({ length: Math.ceil(count / 2) }, (_, i) => i * 2 + ((count - 1) % 2));
  return Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1)));
}

export function short(value: number): number {
  return Math.round(value * 100) / 100;
}
