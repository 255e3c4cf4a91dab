/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** `rgb(0,10,255)`, `#000aff` or `#00f`; nothing for what is none of them. */
export function readColor(text: string): Color | undefined {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text.trim());
  if (parts) {
    const numbers = parts.slice(1).map(Number);
    return numbers.every((number) => number <= 255) ? (numbers as unknown as Color) : undefined;
  }
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (!digits) return undefined;
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Color;
}

export const toHex = (color: Color) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** How far apart two colours are for the eye, 1 to 21, by WCAG. */
export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** 0 is black, 1 is white. */
export function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
