import {
  blocksAmong,
  type InlineCode,
  spansIn,
  parseTokens,
  type Token,
} from '../../kernel/typed-text/tokens.ts';

/** The syntax tree of a post's text: light Markdown without headings, pictures or named links. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; /** Undefined for bullets. */ from: number | undefined; items: string[] };

/** Maximum nesting of quotes. Deeper quotes stay plain text. */
const deepest = 3;

const quoted = /^ {0,3}> ?/;
const bullet = /^ {0,8}[-*+] +(?=\S)/;
const numbered = /^ {0,8}(\d{1,3})[.)] +(?=\S)/;
/** A horizontal rule. */
const rule = /^[\s*_-]+$/;
const indent = /^ {2,}/;

export function parseBlocks(text: string, depth = 0): Block[] {
  const lines = text.split('\n');
  const codeAt = blocksAmong(lines);
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? '';
    const code = codeAt(index);
    const found = code
      ? { block: { kind: 'code' as const, text: code.text }, next: code.next }
      : blockFrom(lines, index, depth, paragraph.length > 0);
    if (found || line === '') end();
    if (found) blocks.push(found.block);
    else if (line !== '') paragraph.push(line);
    index = found?.next ?? index + 1;
  }
  end();
  return blocks;
}

function blockFrom(
  lines: readonly string[],
  index: number,
  depth: number,
  isInParagraph: boolean,
): { block: Block; next: number } | undefined {
  const line = lines[index] ?? '';
  if (quoted.test(line) && depth < deepest) return quoteFrom(lines, index, depth);
  if (rule.test(line)) return undefined;
  if (bullet.test(line)) return listFrom(lines, index, bullet);
  // A prose line may start with a number by chance, so only `1` starts a list within a paragraph.
  if (numbered.test(line) && (!isInParagraph || /^ *1[.)]/.test(line)))
    return listFrom(lines, index, numbered);
  return undefined;
}

function quoteFrom(lines: readonly string[], first: number, depth: number): { block: Block; next: number } {
  let next = first;
  while (quoted.test(lines[next] ?? '')) next += 1;
  const inner = lines.slice(first, next).map((line) => line.replace(quoted, ''));
  return { block: { kind: 'quote', blocks: parseBlocks(inner.join('\n'), depth + 1) }, next };
}

function listFrom(
  lines: readonly string[],
  first: number,
  listMarker: RegExp,
): { block: Block; next: number } {
  const items: string[] = [];
  let next = first;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (listMarker.test(line) && !rule.test(line)) items.push(line.replace(listMarker, ''));
    else if (line !== '' && indent.test(line)) items.push(`${items.pop() ?? ''}\n${line.trimStart()}`);
    else break;
  }
  const from = listMarker === numbered ? Number(numbered.exec(lines[first] ?? '')?.[1]) : undefined;
  return { block: { kind: 'list', from, items }, next };
}

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
const deepestNesting = 12;

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
function firstAfter(codes: readonly InlineCode[], from: number, place: number): number {
  let index = from;
  while ((codes[index]?.end ?? Infinity) <= place) index += 1;
  return index;
}

function parseText(
  whole: string,
  start: number,
  end: number,
  codes: readonly InlineCode[],
  read: Read,
): void {
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
      if (read.open.length === deepestNesting) read.open.shift();
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
