import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { normalize, toLine, lengthOf } from '../../kernel/text.ts';
import { parseColor } from '../channels/texts.ts';
import { maxTags } from './tag.ts';

const longestName = 50;

/** Validates the name of a tag, a single line of text. It cannot contain a comma, which separates names. */
export function parseTagName(text: string, field = 'name'): string {
  const name = normalize(toLine(text).replace(/^#+/, ''), 'NFC');
  if (name === '') throw invalid(field, t('Enter a name'));
  if (lengthOf(name) > longestName)
    throw invalid(field, t('A tag name can have at most {longestName} characters', { longestName }));
  if (name.includes(',')) throw invalid(field, t('Tag names cannot contain commas'));
  return name;
}

/** Validates names and removes duplicates, ignoring case. */
export function parseTagNames(names: readonly string[]): string[] {
  const read = new Map<string, string>();
  for (const text of names) {
    if (text.trim() === '') continue;
    const name = parseTagName(text, 'tags');
    if (!read.has(name.toLowerCase())) read.set(name.toLowerCase(), name);
  }
  if (read.size > maxTags) throw invalid('tags', t('A link can have at most {maxTags} tags', { maxTags }));
  return [...read.values()];
}

/** Splits the tags entered in one field: `spring, print`. */
export const splitTags = (text: string) => text.split(',').filter((name) => name.trim() !== '');

// Dark enough to be distinguished on white, and light enough on black.
const colors = ['#2a8f64', '#3b76d6', '#b0569f', '#c9632e', '#8a7a1f', '#7a5bd0', '#c44a4a', '#2b8f9c'];

/** Derives the color of a tag from its name, so that the same name always has the same color. */
export function colorOf(name: string): string {
  const sum = Array.from(name.toLowerCase()).reduce(
    (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
    7,
  );
  return colors[sum % colors.length] ?? '#2a8f64';
}

export const parseTagColor = (text: string | undefined, name: string) =>
  text?.trim() ? parseColor(text) : colorOf(name);
