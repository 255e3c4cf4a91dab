import { formatNumber } from './translation/formats.ts';
import { t } from './translation/translate.ts';
import { invalid } from './problem.ts';
import { toStorable } from './text.ts';

// Stacked accents can make one character arbitrarily long, so the average length per character is limited.
const maxUnits = 4;

const invisible = /[\s\p{Cf}\p{Cc}\u2800\u3164\uFE0F]/gu;

/**
 * Normalizes multi-paragraph text for storage: one kind of line break, only characters
 * that every format can contain, at most two empty lines in a row. Throws a `Problem` at `field` if it has more than `longest`
 * user-perceived characters: a flag or a family emoji counts as one.
 */
export function cleanText(typed: string, field: string, longest: number): string {
  const text = toStorable(typed)
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
  if (isLonger(text, longest))
    throw invalid(field, t('Use at most {longest} characters', { longest: formatNumber(longest) }));
  return text;
}

/** Whether the text has no visible characters. */
export const isBlank = (text: string) => text.replaceAll(invisible, '') === '';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isLonger(text: string, longest: number): boolean {
  if (text.length <= longest) return false;
  return text.length > longest * maxUnits || [...characters.segment(text)].length > longest;
}
