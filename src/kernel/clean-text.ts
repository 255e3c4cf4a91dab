import { formatNumber } from './translation/formats.ts';
import { t } from './translation/translate.ts';
import { invalid } from './problem.ts';

// Stacked accents make a character of any length; nobody needs more than a few each.
const maxUnits = 4;

const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
const invisible = /[\s\p{Cf}\p{Cc}\u2800\u3164\uFE0F]/gu;

/**
 * Text of several paragraphs as it is stored: one kind of line end, no control characters, no lone surrogates, at most two
 * empty lines in a row. Throws a `Problem` at `field` when it has more than `longest` characters as a reader counts them: a
 * flag or a family is one.
 */
export function cleanText(typed: string, field: string, longest: number): string {
  const text = typed
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
  if (isLonger(text, longest))
    throw invalid(field, t('This is longer than {longest} characters', { longest: formatNumber(longest) }));
  return text;
}

/** Whether there is nothing to read in it, such as spaces or joiners alone. */
export const isBlank = (text: string) => text.replaceAll(invisible, '') === '';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isLonger(text: string, longest: number): boolean {
  if (text.length <= longest) return false;
  return text.length > longest * maxUnits || [...characters.segment(text)].length > longest;
}
