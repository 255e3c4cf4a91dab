import { t } from '../../../kernel/translation/translate.ts';
import { parseLine, parseLines } from '../../../kernel/typed-text/parse-text.ts';

const longestTitle = 255;
const longestDescription = 2048;

/** Validates a title, a single line of text. */
export const parseTitleText = (text: string) =>
  parseLine('metatitle', text, { what: t('The title'), max: longestTitle });

export const parseDescription = (text: string) =>
  parseLines('description', text, { what: t('The description'), max: longestDescription });

/** Returns the default title until the page's own is fetched: the site name, or the scheme of an app URL. */
export function siteName(url: string): string {
  const { hostname, protocol } = new URL(url);
  return hostname.replace(/^www\./, '') || protocol.slice(0, -1);
}

/** Validates a preview text, a single line. */
export const parsePreviewText = (field: 'metatitle' | 'metadescription', text: string, longest: number) =>
  parseLine(field, text, {
    what: field === 'metatitle' ? t('The title') : t('The description'),
    max: longest,
  });
