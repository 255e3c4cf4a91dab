import { spansIn, type Code } from '../../kernel/typed-text/code-in.ts';
import { parseTokens, type Token } from '../../kernel/typed-text/tokens.ts';

/** An inline element: text, link, mention, hashtag, code, or emphasis with children. */
export type Inline =
  Token | { kind: 'code'; text: string } | { kind: 'strong' | 'emphasis' | 'struck'; children: Inline[] };

/** An open emphasis marker and its index in the elements. */
interface Open {
  sign: string;
  at: number;
}

/** The parser state: a marker stays text until another closes it. */
interface Read {
  pieces: Inline[];
  open: Open[];
}

/** Maximum nesting of emphasis. If more markers are open, the oldest become text. */
const deepest = 12;

/**
 * Parses `code`, **bold**, *italics*, ~~strikethrough~~, URLs, #hashtags and @mentions. Everything else is
 * text.
 */
export function parseInline(text: string): Inline[] {
  const read: Read = { pieces: [], open: [] };
  let from = 0;
  const codes = spansIn(text);
  let next = 0;
  for (const token of parseTokens(text)) {
    const end = from + token.text.length;
    if (token.kind === 'text') {
      const within = codes.slice(next, (next = firstAfter(codes, next, end)));
      parseText(text, from, end, within, read);
    } else read.pieces.push(token);
    from = end;
  }
  return joined(read.pieces);
}

/** The index of the first code from `from` on that ends after `place`. */
function firstAfter(codes: readonly Code[], from: number, place: number): number {
  let index = from;
  while ((codes[index]?.end ?? Infinity) <= place) index += 1;
  return index;
}

function parseText(whole: string, start: number, end: number, codes: readonly Code[], read: Read): void {
  let at = start;
  for (const code of codes) {
    if (code.start < start) continue;
    parseSigns(whole, at, code.start, read);
    read.pieces.push({ kind: 'code', text: code.text });
    at = code.end;
  }
  parseSigns(whole, at, end, read);
}

const signs = /\*{1,3}(?!\*)|~~(?!~)/g;

function parseSigns(whole: string, start: number, end: number, read: Read): void {
  let at = start;
  for (const match of whole.slice(start, end).matchAll(signs)) {
    const [run] = match;
    const index = start + match.index;
    // Four or more markers in a row are treated as a drawn line.
    if (whole[index - 1] === run[0]) continue;
    addText(read, whole.slice(at, index));
    at = index + run.length;
    turn(read, run, mayOpen(whole, index, at), mayClose(whole, index, at));
  }
  addText(read, whole.slice(at, end));
}

/** Characters of scripts with word spaces. A marker between two of them is part of the word. */
const partOfWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

const mayOpen = (text: string, start: number, end: number) =>
  !isSpace(text[end]) && !partOfWord.test(text[start - 1] ?? '');
const mayClose = (text: string, start: number, end: number) =>
  !isSpace(text[start - 1]) && !partOfWord.test(text[end] ?? '');

function turn(read: Read, run: string, isOpening: boolean, isClosing: boolean): void {
  let left = run;
  while (left !== '') {
    const closed = isClosing ? close(read, left) : undefined;
    if (closed !== undefined) left = left.slice(closed.length);
    else if (isOpening) {
      const sign = left.slice(0, 2);
      if (read.open.length === deepest) read.open.shift();
      read.open.push({ sign, at: read.pieces.length });
      addText(read, sign);
      left = left.slice(sign.length);
    } else {
      addText(read, left);
      return;
    }
  }
}

const kinds = { '**': 'strong', '*': 'emphasis', '~~': 'struck' } as const;

/** Closes the innermost matching marker. Unclosed markers inside it become text. */
function close({ pieces, open }: Read, left: string): string | undefined {
  const same = open.findLastIndex(({ sign }) => sign === left);
  const index = same >= 0 ? same : open.findLastIndex(({ sign }) => left.startsWith(sign));
  const found = open[index];
  if (!found) return undefined;
  open.length = index;
  const [, ...children] = pieces.splice(found.at);
  pieces.push({ kind: kinds[found.sign as keyof typeof kinds], children: joined(children) });
  return found.sign;
}

function addText({ pieces }: Read, text: string): void {
  if (text !== '') pieces.push({ kind: 'text', text });
}

/** Merges adjacent text elements. */
function joined(pieces: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else all.push(piece);
  }
  return all;
}
