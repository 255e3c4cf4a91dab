import { toRgb, type Rgb } from '../../../kernel/contrast.ts';

/** Parses `rgb(0,10,255)`, `#000aff` or `#00f`. Returns undefined for other text. */
export function parseColor(text: string): Rgb | undefined {
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
