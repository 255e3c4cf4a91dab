import { contrastOfHex } from '../../kernel/contrast.ts';
import { invalid, missing, msg, type Message } from '../../kernel/problem.ts';

/** Parses a whole number within bounds. Blank: `usual`. */
export function parseCount(
  field: string,
  text: string | undefined,
  { what, usual: defaultValue, min, max }: { what: Message; usual: number; min: number; max: number },
): number {
  const typed = (text ?? '').trim();
  const count = typed === '' ? defaultValue : /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(count >= min && count <= max))
    throw invalid(field, msg('{what} must be a whole number from {min} to {max}', { what, min, max }));
  return count;
}

/** Validates the URL of a button. Null: none was given. */
export function parseWebAddress(field: string, text: string | undefined, what: Message): string | null {
  const typed = (text ?? '').trim();
  if (typed === '') return null;
  const url = /^https?:\/\//i.test(typed) ? URL.parse(typed) : null;
  if (!url || url.username || url.password || url.href.length > 2000)
    throw invalid(field, msg('{what} must be a full URL starting with http:// or https://', { what }));
  return url.href;
}

/** Custom background and button colors as `#rrggbb`. Null: the default colors. */
export interface PageColors {
  background: string;
  accent: string;
}

export const usualColors: PageColors = { background: '#fdfaf4', accent: '#0a6b46' };

export function parseOwnColor(field: string, text: string): string {
  const color = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw invalid(field, msg('A color must be in the form #RRGGBB'));
  return color;
}

/**
 * Returns black or white, whichever has more contrast on the background. The contrast is always at least
 * 4.58:1, so any color results in a readable page.
 */
export const textOn = (ground: string): '#000000' | '#ffffff' =>
  contrastOfHex(ground, '#000000') >= contrastOfHex(ground, '#ffffff') ? '#000000' : '#ffffff';

/** Returns a style rule that applies these colors within `selector`. */
export function colorRule(selector: string, { background, accent }: PageColors): string {
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

/** Returns a display name of the destination: the host, or the scheme of an app. */
export function nameOfDestination(to: string): string {
  const url = URL.parse(to);
  if (!url) return to;
  return url.hostname.replace(/^www\./, '') || url.protocol.replace(/:$/, '');
}

/** Schemes that could run scripts on our pages or do not point to web content. */
const dangerous = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source):$/;

/** Returns a stored destination. Throws if it could run a script. */
export function checkDestination(to: string): string {
  const url = URL.parse(to);
  if (!url || dangerous.test(url.protocol)) throw missing(msg('Link'));
  return to;
}
