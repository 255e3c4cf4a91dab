/** Fonts that every system has one of, so that nothing is loaded. */
export const brandFonts = ['sans', 'humanist', 'rounded', 'serif'] as const;
export type BrandFont = (typeof brandFonts)[number];

const stacks: Readonly<Record<Exclude<BrandFont, 'sans'>, string>> = {
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
  rounded:
    "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT', Calibri, sans-serif",
  serif: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', serif",
};

/**
 * Returns the style sheet of an operator's color and font, empty for our own. Only the hue and the strength of the
 * color are taken: lightness stays that of our own colors, so that every color is readable, light and dark.
 */
export function brandStyle({ accent, font }: { accent: string; font: BrandFont }): string {
  const rules = [
    accent === '' ? '' : `:root[data-service='plaza']{${accentTokens(accent)}}`,
    font === 'sans' ? '' : `:root{--sans:${stacks[font]}}`,
  ];
  return rules.filter(Boolean).join('\n');
}

/** Lightness and chroma of each token, light and dark: those of `tokens.css`, readable with every hue. */
export const accentScale = {
  accent: [0.475, 0.2, 0.495, 0.2],
  'accent-strong': [0.41, 0.19, 0.47, 0.2],
  'on-accent': [0.99, 0.005, 0.99, 0.005],
  'accent-mark': [0.53, 0.2, 0.66, 0.17],
  'accent-text': [0.45, 0.19, 0.79, 0.11],
  'accent-soft': [0.957, 0.02, 0.275, 0.06],
  'accent-line': [0.86, 0.065, 0.4, 0.1],
} as const;

/** Our own colors have this chroma. */
const strongest = 0.2;

function accentTokens(hex: string): string {
  const { chroma, hue } = toOklch(hex);
  const strength = Math.min(1, chroma / strongest);
  const color = (lightness: number, of: number) =>
    `oklch(${lightness} ${(of * strength).toFixed(3)} ${hue.toFixed(1)})`;
  return Object.entries(accentScale)
    .map(([name, [light, c, dark, d]]) => `--${name}:light-dark(${color(light, c)},${color(dark, d)})`)
    .join(';');
}

/** The chroma and hue of `#rrggbb`, by https://bottosson.github.io/posts/oklab/ (public domain). */
export function toOklch(hex: string): { chroma: number; hue: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(bb, a) * 180) / Math.PI;
  return { chroma: Math.hypot(a, bb), hue: hue < 0 ? hue + 360 : hue };
}
