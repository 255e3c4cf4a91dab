import { contrastOfHex, toHex, toRgb } from '../../kernel/contrast.ts';
import { type Message, msg } from '../../kernel/problem.ts';
import type { BioColors } from './design.ts';

/** Colors in this order: page, gradient end, text, button, button text. */
const colors = (row: string): BioColors => {
  const [page, page2, text, button, onButton] = row.split(' ') as Color[];
  return { page, page2, text, button, onButton } as BioColors;
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
export const paletteIn = (own: BioColors): PaletteKey | undefined =>
  paletteKeys.find((key) => JSON.stringify(palettes[key]) === JSON.stringify(inOrder(own)));

const inOrder = ({ page, page2, text, button, onButton }: BioColors): BioColors => ({
  page,
  page2,
  text,
  button,
  onButton,
});

/** The colors of a page in light or dark mode. */
export interface Palette {
  /** The background color, and the end color of its gradient. */
  page: Color;
  page2: Color;
  text: Color;
  /** Color of secondary text. */
  quiet: Color;
  button: Color;
  onButton: Color;
  /** Border color of buttons and fields. */
  line: Color;
}

export const fonts = ['sans', 'humanist', 'serif', 'rounded', 'slab', 'mono'] as const;
export const buttonShapes = ['pill', 'round', 'square', 'leaf'] as const;
export const buttonStyles = ['fill', 'outline', 'soft', 'hard'] as const;
export const backgrounds = ['plain', 'gradient', 'glow', 'dots', 'grid'] as const;

/** Share of the line color in a background pattern, used to compute contrast. */
export const patternShare = 0.16;

export type Font = (typeof fonts)[number];
export type ButtonShape = (typeof buttonShapes)[number];
export type ButtonStyle = (typeof buttonStyles)[number];
export type Ground = (typeof backgrounds)[number];

export interface BioTheme {
  name: Message;
  font: Font;
  /** Corner style of the buttons. */
  shape: ButtonShape;
  buttonStyle: ButtonStyle;
  ground: Ground;
  light: Palette;
  dark: Palette;
}

/**
 * Colors in this order: page, gradient end, text, secondary text, button, button text, lines. One row shows
 * the theme at a glance.
 */
const palette = (row: string): Palette => {
  const [page, page2, text, quiet, button, onButton, line] = row.split(' ') as Color[];
  return { page, page2, text, quiet, button, onButton, line } as Palette;
};

/** Each theme meets WCAG contrast for all text in light and dark mode. A test checks all of them. */
export const themes = {
  paper: { name: msg('Paper'), font: 'humanist', shape: 'round', buttonStyle: 'outline', ground: 'plain', light: palette('#faf7f2 #f1ebe1 #221d17 #5f574c #ffffff #221d17 #ddd4c6'), dark: palette('#1a1815 #26231f #f4f0e9 #b8afa2 #25221e #f4f0e9 #45403a') },
  ink: { name: msg('Ink'), font: 'sans', shape: 'square', buttonStyle: 'fill', ground: 'plain', light: palette('#ffffff #f2f2f2 #0b0b0b #565656 #0b0b0b #ffffff #0b0b0b'), dark: palette('#0b0b0b #1a1a1a #fafafa #b0b0b0 #fafafa #0b0b0b #fafafa') },
  meadow: { name: msg('Meadow'), font: 'rounded', shape: 'pill', buttonStyle: 'soft', ground: 'gradient', light: palette('#f1f8e4 #bfe6cf #12301f #35563f #ffffff #12301f #9fd0b3'), dark: palette('#0c1c14 #17412f #eaf7ee #a9ccb7 #1f4d39 #f0fbf4 #2f6b50') },
  dusk: { name: msg('Dusk'), font: 'sans', shape: 'pill', buttonStyle: 'fill', ground: 'gradient', light: palette('#ffe4d6 #dccbff #2c1546 #533a70 #5b2a9d #ffffff #c3a5f0'), dark: palette('#190d2e #5a2048 #fdf1ff #d9bfe0 #ffb48a #2c0f33 #7d4272') },
  tide: { name: msg('Tide'), font: 'humanist', shape: 'round', buttonStyle: 'fill', ground: 'glow', light: palette('#eaf5fb #b9dff2 #08263a #2f4f63 #0b4f75 #ffffff #8fc3df'), dark: palette('#041521 #0c4463 #eaf6fd #a8c8da #7fd4f7 #04202f #1f6188') },
  candy: { name: msg('Candy'), font: 'rounded', shape: 'pill', buttonStyle: 'hard', ground: 'dots', light: palette('#fff1f6 #ffc9dd #47102c #7a3457 #ffffff #47102c #e0407f'), dark: palette('#2a0b1b #4d1732 #ffeaf3 #e2adc6 #3d1228 #ffeaf3 #ff6ea8') },
  signal: { name: msg('Signal'), font: 'slab', shape: 'square', buttonStyle: 'hard', ground: 'plain', light: palette('#ffe052 #ffd21f #17130a #4c4116 #ffffff #17130a #17130a'), dark: palette('#16140d #242013 #fff4c2 #c9bd8a #ffe052 #17130a #fff4c2') },
  terminal: { name: msg('Terminal'), font: 'mono', shape: 'square', buttonStyle: 'outline', ground: 'grid', light: palette('#f3f8f1 #dcebd8 #0f3a1d #3b5c45 #f8fcf7 #0f3a1d #5f9a72'), dark: palette('#050c07 #0d2014 #8df5a8 #6fbf86 #08140c #8df5a8 #2c7a45') },
  dune: { name: msg('Dune'), font: 'serif', shape: 'leaf', buttonStyle: 'fill', ground: 'gradient', light: palette('#f8efe2 #e6cfb0 #38261a #644c39 #6f3f1e #fff8ee #c9a77d'), dark: palette('#1f1610 #43301f #f8ecdc #ccb499 #e0b27a #2b1a0c #6d4f34') },
  aurora: { name: msg('Aurora'), font: 'sans', shape: 'round', buttonStyle: 'soft', ground: 'glow', light: palette('#f2f4ff #c9f0e6 #15193a #474c75 #ffffff #15193a #b3bce6'), dark: palette('#090c1f #14505a #eef1ff #b3b9df #1a2050 #f3f5ff #39437f') },
} as const satisfies Record<string, BioTheme>; // prettier-ignore

export type ThemeKey = keyof typeof themes;
export const themeKeys = Object.keys(themes) as [ThemeKey, ...ThemeKey[]];

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
