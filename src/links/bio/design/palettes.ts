import type { OwnColors } from './design.ts';
import type { Color } from './contrast.ts';

/** Colors in this order: page, gradient end, text, button, button text. */
const colors = (row: string): OwnColors => {
  const [page, page2, text, button, onButton] = row.split(' ') as Color[];
  return { page, page2, text, button, onButton } as OwnColors;
};

/** Predefined palettes. A test checks the contrast of all of them. */
export const palettes = {
  snow: colors('#ffffff #f3f4f6 #111827 #111827 #ffffff'),
  sky: colors('#eff6ff #dbeafe #172554 #1d4ed8 #ffffff'),
  mint: colors('#ecfdf5 #d1fae5 #064e3b #047857 #ffffff'),
  peach: colors('#fff7ed #ffedd5 #431407 #c2410c #ffffff'),
  rose: colors('#fff1f2 #ffe4e6 #4c0519 #be123c #ffffff'),
  lilac: colors('#faf5ff #f3e8ff #3b0764 #7e22ce #ffffff'),
  night: colors('#0f172a #1e293b #f8fafc #38bdf8 #082f49'),
  forest: colors('#052e16 #14532d #f0fdf4 #bbf7d0 #052e16'),
  plum: colors('#2e1065 #4c1d95 #faf5ff #f5d0fe #4a044e'),
} as const;

export type PaletteKey = keyof typeof palettes;
export const paletteKeys = Object.keys(palettes) as PaletteKey[];

/** Returns the palette that matches these colors, if any. */
export const paletteIn = (own: OwnColors): PaletteKey | undefined =>
  paletteKeys.find((key) => JSON.stringify(palettes[key]) === JSON.stringify(inOrder(own)));

const inOrder = ({ page, page2, text, button, onButton }: OwnColors): OwnColors => ({
  page,
  page2,
  text,
  button,
  onButton,
});
