import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { parseTokens, toTag } from '../../kernel/typed-text/tokens.ts';

export const maxTags = 5;
const longestTag = 40;

/** Parses typed tags, separated by spaces or commas, with or without `#`. */
export function readTags(typed: string): string[] {
  const words = typed.split(/[\s,;]+/).filter((word) => word.replaceAll('#', '') !== '');
  const tags = [...new Set(words.map(parseTag))];
  if (tags.length > maxTags) throw invalid('tags', t('Choose at most {maxTags} tags', { maxTags }));
  return tags;
}

function parseTag(word: string): string {
  const tag = toTag(word.replaceAll(/[-.]+/g, '_').replaceAll(/^#+|(?<!_)_+$/g, ''));
  if (tag.length > longestTag)
    throw invalid('tags', t('A tag can have at most {longestTag} characters', { longestTag }));
  const [token, more] = parseTokens(`#${tag}`);
  if (token?.kind !== 'hashtag' || token.tag !== tag || more)
    throw invalid('tags', t('“{word}” is not a valid tag. Use letters, digits and _.', { word }));
  return tag;
}

const lastLine = /(?:^|\n\n)(#[^\s#]+(?: #[^\s#]+)*)\s*$/;

/** Appends tags to a text as hashtags on a separate line, so that all hashtag features cover them. */
export const joinTags = (text: string, tags: readonly string[]): string =>
  tags.length === 0
    ? splitTags(text).text
    : `${splitTags(text).text}\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;

/** Splits a text into the original text and its tags. */
export function splitTags(text: string): { text: string; tags: string[] } {
  const line = lastLine.exec(text);
  const tokens = line?.[1]?.split(' ').flatMap((word) => parseTokens(word)) ?? [];
  const tags = tokens.flatMap((token) => (token.kind === 'hashtag' ? [token.tag] : []));
  if (!line || tags.length !== tokens.length) return { text, tags: [] };
  return { text: text.slice(0, line.index), tags: [...new Set(tags)] };
}
