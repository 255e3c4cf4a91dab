import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { normalize, toLine, lengthOf } from '../../kernel/text.ts';
import { readColor } from '../channels/texts.ts';
import { maxTags } from './tag.ts';

const longestName = 50;

/** The name of a tag as one line. A comma parts names, so none can be in one. */
export function readTagName(text: string, field = 'name'): string {
  const name = normalize(toLine(text).replace(/^#+/, ''), 'NFC');
  if (name === '') throw invalid(field, t('Enter a name'));
  if (lengthOf(name) > longestName)
    throw invalid(field, t('The name of a tag has at most {longestName} characters', { longestName }));
  if (name.includes(',')) throw invalid(field, t('Tag names cannot contain commas'));
  return name;
}

/** Names without those that are said twice; letter case does not tell two apart. */
export function readTagNames(names: readonly string[]): string[] {
  const read = new Map<string, string>();
  for (const text of names) {
    if (text.trim() === '') continue;
    const name = readTagName(text, 'tags');
    if (!read.has(name.toLowerCase())) read.set(name.toLowerCase(), name);
  }
  if (read.size > maxTags) throw invalid('tags', t('A link has at most {maxTags} tags', { maxTags }));
  return [...read.values()];
}

/** Tags as they are typed into one field: `spring, print`. */
export const splitTags = (text: string) => text.split(',').filter((name) => name.trim() !== '');

// Dark enough to be told apart on white, light enough on black.
const colors = ['#2a8f64', '#3b76d6', '#b0569f', '#c9632e', '#8a7a1f', '#7a5bd0', '#c44a4a', '#2b8f9c'];

/** A tag keeps the colour that its name gave it wherever it is made. */
export function colorOf(name: string): string {
  const sum = Array.from(name.toLowerCase()).reduce(
    (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
    7,
  );
  return colors[sum % colors.length] ?? '#2a8f64';
}

export const readTagColor = (text: string | undefined, name: string) =>
  text?.trim() ? readColor(text) : colorOf(name);
