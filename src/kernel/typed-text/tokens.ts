import { findTextLinks, unspaced } from './find-links.ts';
import { normalize } from '../text.ts';

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
  const links = findTextLinks(text).map(({ start, text, address }): Found => [
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

/** Inline code in a text. Mentions, hashtags and URLs inside it are ignored. */
export interface InlineCode {
  start: number;
  end: number;
  /** The text between the markers. */
  text: string;
}

const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,})(?:[^~].*)?)$/;
const fenceEnd = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

type CodeBlock = { text: string; next: number } | undefined;

/**
 * Returns a function that finds the fenced block that starts at a line. An unclosed fence is text, and does not
 * cause a search to the end.
 */
export function blocksAmong(lines: readonly string[]): (first: number) => CodeBlock {
  const ends = lines.map((line) => fenceEnd.exec(line)?.[1] ?? '');
  const longest = { '`': longestFrom(ends, '`'), '~': longestFrom(ends, '~') };
  return (first) => {
    const [, ticks, tildes] = fence.exec(lines[first] ?? '') ?? [];
    const marker = ticks ?? tildes;
    const sign = ticks === undefined ? '~' : '`';
    if (marker === undefined || (longest[sign][first + 1] ?? 0) < marker.length) return undefined;
    let last = first + 1;
    while (!ends[last]?.startsWith(marker)) last += 1;
    return { text: lines.slice(first + 1, last).join('\n'), next: last + 1 };
  };
}

/** For each line, the length of the longest closing fence at or below it. */
function longestFrom(ends: readonly string[], sign: string): number[] {
  const longest: number[] = [];
  for (let index = ends.length - 1, most = 0; index >= 0; index -= 1) {
    const end = ends[index] ?? '';
    if (end.startsWith(sign)) most = Math.max(most, end.length);
    longest[index] = most;
  }
  return longest;
}

/** Finds inline code: on one line, between equal numbers of backticks. */
export function spansIn(text: string): InlineCode[] {
  if (!text.includes('`')) return [];
  const runs = Array.from(text.matchAll(/`+|\n/g), ({ index, 0: run }) => ({ start: index, run }));
  const nextOf = new Map<number, number>();
  const closing = runs.map((): number | undefined => undefined);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index]?.run ?? '';
    if (run === '\n') nextOf.clear();
    else {
      closing[index] = nextOf.get(run.length);
      nextOf.set(run.length, index);
    }
  }
  const found: InlineCode[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const [first, last] = [runs[index], runs[closing[index] ?? -1]];
    if (!first || !last) continue;
    const inner = text.slice(first.start + first.run.length, last.start);
    found.push({
      start: first.start,
      end: last.start + last.run.length,
      text: inner.replace(/^ (?=.*\S)(.*) $/, '$1'),
    });
    index = closing[index] ?? index;
  }
  return found;
}
