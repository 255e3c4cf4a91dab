import { findLinks, unspaced } from './find-links.ts';
import { normalize } from '../text.ts';
import { spansIn } from './code-in.ts';

/** A token of a text with its source text. The concatenated tokens equal the text. */
export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; address: string }
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'mention'; text: string; username: string };

/** A token with its start. */
type Found = [start: number, token: Token];

/** Longer hashtags are treated as text. */
const longestTag = 100;

const word = String.raw`[[\p{L}\p{N}\p{M}_]--[\uFE0E\uFE0F\u20E3]]`;
/** Before these, a mark is part of a word, as in `C#` or an email address. */
const inWord = String.raw`[${word}--${unspaced}]`;
const joiner = '[\u200C\u200D·‧・･״׳་]';
const hashtag = String.raw`(?<!${inWord}|[&#＃])[#＃](?!\uFE0F|\u20E3)${word}+(?:${joiner}${word}+)*(?!${word}|:\/\/)`;
const mention = String.raw`(?<!${inWord}|[@＠])[@＠][A-Za-z0-9](?:[A-Za-z0-9]|[._](?=[A-Za-z0-9]))+(?![[\p{L}\p{N}\p{M}]--${unspaced}]|:\/\/)`;
const marks = new RegExp(`(?<hashtag>${hashtag})|(?<mention>${mention})`, 'gv');
/** The server of a mention on another network, such as `@ada@social.example`. */
const server = /[@＠][\p{L}\p{N}\-]+\.[\p{L}\p{N}]/uy;

/** Finds URLs, #hashtags and @usernames in a text without blocks, except inside code. */
export function parseTokens(text: string): Token[] {
  const links = findLinks(text).map(({ start, text, address }): Found => [
    start,
    { kind: 'link', text, address },
  ]);
  const codes = spansIn(text);
  const tokens: Token[] = [];
  let from = 0;
  let code = 0;
  for (const [start, token] of [...links, ...marksIn(text)].toSorted(([one], [other]) => one - other)) {
    while ((codes[code]?.end ?? Infinity) <= start) code += 1;
    const isInCode = (codes[code]?.start ?? Infinity) <= start;
    if (start < from || isInCode || isNoMark(text, start, token, from)) continue;
    if (start > from) tokens.push({ kind: 'text', text: text.slice(from, start) });
    tokens.push(token);
    from = start + token.text.length;
  }
  if (from < text.length) tokens.push({ kind: 'text', text: text.slice(from) });
  return tokens;
}

/**
 * Whether a mark ends `#a topic#` or is part of an address without a scheme, as in `example.org/@ada`. The second mark of `#one/#two`
 * is not.
 */
function isNoMark(text: string, start: number, { kind }: Token, previousEnd: number): boolean {
  const before = text[start - 1];
  if (kind === 'hashtag' && start > 0 && start === previousEnd) return true;
  if (!(before === '/' && kind !== 'link') && !(before === '.' && kind === 'mention')) return false;
  return previousEnd !== start - 1 && /[\p{L}\p{N}\p{M}_./\-]/u.test(text[start - 2] ?? '');
}

function marksIn(text: string): Found[] {
  return Array.from(text.matchAll(marks), (match): Found[] => {
    const token = tokenOf(match);
    return token ? [[match.index, token]] : [];
  }).flat();
}

const wordsOnly = new RegExp(`^(?:${word}|${joiner})*$`, 'v');

/**
 * The form of a hashtag in which it is stored and compared. Ignores letter case, with both letters i of Turkish and
 * both letters sigma of Greek, Unicode composition, and the width of letters.
 */
export function toTag(typed: string): string {
  const tag = typed.replace(/^[#＃]/, '');
  const wide = normalize(tag, 'NFKC');
  // Some characters stand for several words.
  const plain = wordsOnly.test(wide) ? wide : normalize(tag, 'NFC');
  // A sigma in lower case ends a word or does not, depending on what follows.
  return plain
    .replace(/[σς]/g, 'Σ')
    .toLowerCase()
    .replace(/i\u0307|ı/g, 'i');
}

export const tagsIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap((token) => (token.kind === 'hashtag' ? [token.tag] : []))),
];

/** The mentioned usernames, in lower case. */
export const namesIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap((token) => (token.kind === 'mention' ? [token.username] : []))),
];

export const linksIn = (tokens: readonly Token[]) =>
  tokens.flatMap((token) => (token.kind === 'link' ? [token.address] : []));

function tokenOf({ groups, index, input, 0: text }: RegExpExecArray): Token | undefined {
  if (groups?.hashtag !== undefined) return hashtagToken(text);
  server.lastIndex = index + text.length;
  if (server.test(input)) return undefined;
  return { kind: 'mention', text, username: text.slice(1).toLowerCase() };
}

function hashtagToken(text: string): Token | undefined {
  const tag = toTag(text);
  return /\p{L}/u.test(tag) && tag.length <= longestTag ? { kind: 'hashtag', text, tag } : undefined;
}
