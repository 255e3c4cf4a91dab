import { t } from '../../kernel/translation/translate.ts';
import { contrastOfHex } from '../../kernel/contrast.ts';
import { invalid } from '../../kernel/problem.ts';

/** Custom background and button colors as `#rrggbb`. Null: the default colors. */
export interface OwnColors {
  background: string;
  accent: string;
}

export const usualColors: OwnColors = { background: '#fdfaf4', accent: '#0a6b46' };

export function parseOwnColor(field: string, text: string): string {
  const color = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw invalid(field, t('A color must be in the form #RRGGBB'));
  return color;
}

/**
 * Returns black or white, whichever has more contrast on the background. The contrast is always at least
 * 4.58:1, so any color results in a readable page.
 */
export const textOn = (ground: string): '#000000' | '#ffffff' =>
  contrastOfHex(ground, '#000000') >= contrastOfHex(ground, '#ffffff') ? '#000000' : '#ffffff';

/** Returns a style rule that applies these colors within `selector`. */
export function colorRule(selector: string, { background, accent }: OwnColors): string {
  const text = textOn(background);
  const tokens = {
    page: background,
    surface: background,
    sunken: background,
    hover: `color-mix(in srgb, ${text} 10%, ${background})`,
    line: `color-mix(in srgb, ${text} 24%, ${background})`,
    'line-strong': text,
    text,
    'text-quiet': text,
    'text-faint': text,
    accent,
    'accent-strong': accent,
    'accent-mark': text,
    'accent-text': text,
    'on-accent': textOn(accent),
  };
  const declarations = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  const scheme = text === '#000000' ? 'light' : 'dark';
  // Adds a visible border to a button with low contrast on its background.
  const edge =
    contrastOfHex(accent, background) < 3 ? `${selector} .button.primary{border-color:${text}}` : '';
  return `${selector}{color-scheme:${scheme};${declarations.join(';')}}${edge}`;
}
