import { normalize } from '../../kernel/text.ts';
import { codeIn } from './code-in.ts';

/** A token of a text with its source text. The concatenated tokens equal the text. */
export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; address: string }
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'mention'; text: string; username: string };

/** Longer hashtags are treated as text. */
const longestTag = 100;

const wordCharacter = String.raw`\p{L}\p{N}\p{M}_`;
// Excludes invisible and bidi control characters, which could disguise the target of a link.
const addressCharacter = String.raw`[^\s<>"'\u0060\p{Cf}]`;
const link = String.raw`(?<![${wordCharacter}])[Hh][Tt][Tt][Pp][Ss]?:\/\/${addressCharacter}+`;
const hashtag = String.raw`(?<![${wordCharacter}&#/])#[${wordCharacter}]+`;
const mention = String.raw`(?<![${wordCharacter}@/.])@[A-Za-z0-9](?:[A-Za-z0-9]|[._](?=[A-Za-z0-9]))+`;
const marked = new RegExp(`(?<link>${link})|(?<hashtag>${hashtag})|(?<mention>${mention})`, 'gu');

/** Finds URLs, #hashtags and @usernames in a text, except inside code. */
export function parseTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const codes = codeIn(text);
  let code = 0;
  let plain = '';
  let from = 0;
  for (const match of text.matchAll(marked)) {
    while ((codes[code]?.end ?? Infinity) <= match.index) code += 1;
    const found = (codes[code]?.start ?? Infinity) <= match.index ? undefined : tokenOf(match);
    if (!found) continue;
    plain += text.slice(from, match.index);
    if (plain) tokens.push({ kind: 'text', text: plain });
    tokens.push(found);
    plain = '';
    from = match.index + found.text.length;
  }
  plain += text.slice(from);
  if (plain) tokens.push({ kind: 'text', text: plain });
  return tokens;
}

/** Normalizes a hashtag: ignores letter case and Unicode composition. */
export const toTag = (word: string) => normalize(word.replace(/^#/, ''), 'NFC').toLowerCase();

export const tagsIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap((token) => (token.kind === 'hashtag' ? [token.tag] : []))),
];

/** The mentioned usernames, in lower case. */
export const namesIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap((token) => (token.kind === 'mention' ? [token.username] : []))),
];

export const linksIn = (tokens: readonly Token[]) =>
  tokens.flatMap((token) => (token.kind === 'link' ? [token.address] : []));

function tokenOf(match: RegExpExecArray): Token | undefined {
  const { link, hashtag, mention } = match.groups ?? {};
  if (link !== undefined) return linkToken(link);
  if (hashtag !== undefined) return hashtagToken(hashtag);
  if (mention !== undefined)
    return { kind: 'mention', text: mention, username: mention.slice(1).toLowerCase() };
  return undefined;
}

function linkToken(found: string): Token | undefined {
  const text = withoutSentenceEnd(found);
  const url = URL.parse(text);
  // Credentials in a URL are only used to imitate another site.
  if (!url?.hostname || url.username !== '' || url.password !== '') return undefined;
  return { kind: 'link', text, address: url.href };
}

function hashtagToken(text: string): Token | undefined {
  const tag = toTag(text);
  return /\p{L}/u.test(tag) && tag.length <= longestTag ? { kind: 'hashtag', text, tag } : undefined;
}

const sentenceEnd = new Set('.,;:!?…*_~');
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '»': '«', '”': '“' };

/** Removes sentence punctuation after a URL: a period, or a bracket opened before the URL. */
function withoutSentenceEnd(found: string): string {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  let length = found.length;
  for (; length > 0; length -= 1) {
    const last = found.charAt(length - 1);
    const terminator = counts.get(last) ?? 0;
    const isUnopened = openings[last] !== undefined && terminator > (counts.get(openings[last]) ?? 0);
    if (!sentenceEnd.has(last) && !isUnopened) break;
    counts.set(last, terminator - 1);
  }
  return found.slice(0, length);
}
