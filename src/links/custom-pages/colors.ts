import { t } from '../../kernel/translation/translate.ts';
import { contrastOfHex } from '../../kernel/contrast.ts';
import { invalid } from '../../kernel/problem.ts';

/** What an owner chose: the ground, and the buttons on it. `#rrggbb`; null: as the service looks. */
export interface OwnColors {
  background: string;
  accent: string;
}

export const usualColors: OwnColors = { background: '#fdfaf4', accent: '#0a6b46' };

export function readOwnColor(field: string, text: string): string {
  const color = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw invalid(field, t('A colour is written #RRGGBB'));
  return color;
}

/**
 * The more legible of black and white on a ground. One of them always has a contrast of at least 4.58 : 1, so that
 * no choice of colours makes a page that cannot be read.
 */
export const textOn = (ground: string): '#000000' | '#ffffff' =>
  contrastOfHex(ground, '#000000') >= contrastOfHex(ground, '#ffffff') ? '#000000' : '#ffffff';

/** A style rule that puts these colours in place of the service's, within `selector`. */
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
  // A button that hardly differs from its ground gets an edge that does.
  const edge =
    contrastOfHex(accent, background) < 3 ? `${selector} .button.primary{border-color:${text}}` : '';
  return `${selector}{color-scheme:${scheme};${declarations.join(';')}}${edge}`;
}
