import { codeIn } from './code-in.ts';
import { readTokens, type Token } from './tokens.ts';

/** A piece of a paragraph: text, a link, a name, code, or several of them with emphasis. */
export type Inline =
  Token | { kind: 'code'; text: string } | { kind: 'strong' | 'emphasis' | 'struck'; children: Inline[] };

/** Signs of emphasis that have been opened, with what has followed them. */
interface Open {
  sign: string;
  children: Inline[];
}

/** Reads `code`, **bold**, *italics*, ~~struck~~, addresses, #hashtags and @names. What does not fit is text. */
export function readInline(text: string): Inline[] {
  const open: Open[] = [{ sign: '', children: [] }];
  let from = 0;
  const codes = codeIn(text).filter(({ isBlock }) => !isBlock);
  for (const token of readTokens(text)) {
    const end = from + token.text.length;
    if (token.kind !== 'text') add(open, token);
    else readText(text, from, end, codes, open);
    from = end;
  }
  while (open.length > 1) giveUp(open);
  return open[0]?.children ?? [];
}

function readText(
  whole: string,
  start: number,
  end: number,
  codes: ReturnType<typeof codeIn>,
  open: Open[],
): void {
  let at = start;
  for (const code of codes) {
    if (code.start < start || code.end > end) continue;
    readSigns(whole, at, code.start, open);
    add(open, { kind: 'code', text: code.text });
    at = code.end;
  }
  readSigns(whole, at, end, open);
}

const signs = /\*{1,3}(?!\*)|~~(?!~)/g;

function readSigns(whole: string, start: number, end: number, open: Open[]): void {
  let at = start;
  signs.lastIndex = start;
  for (let match = signs.exec(whole); match && match.index < end; match = signs.exec(whole)) {
    const run = match[0];
    // Four and more of them are a line that somebody drew.
    if (whole[match.index - 1] === run[0]) continue;
    addText(open, whole.slice(at, match.index));
    at = match.index + run.length;
    turn(open, run, mayOpen(whole, match.index, at), mayClose(whole, match.index, at));
  }
  addText(open, whole.slice(at, end));
}

/** Letters that are written apart from their neighbours: a sign between two of them belongs to the word. */
const partOfWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

const mayOpen = (text: string, start: number, end: number) =>
  !isSpace(text[end]) && !partOfWord.test(text[start - 1] ?? '');
const mayClose = (text: string, start: number, end: number) =>
  !isSpace(text[start - 1]) && !partOfWord.test(text[end] ?? '');

function turn(open: Open[], run: string, isOpening: boolean, isClosing: boolean): void {
  let left = run;
  while (left !== '') {
    const closed = isClosing ? close(open, left) : undefined;
    if (closed !== undefined) left = left.slice(closed.length);
    else if (isOpening) {
      const sign = left.slice(0, 2);
      open.push({ sign, children: [] });
      left = left.slice(sign.length);
    } else {
      addText(open, left);
      return;
    }
  }
}

const kinds = { '**': 'strong', '*': 'emphasis', '~~': 'struck' } as const;

/** Closes the last sign that these close; what was opened within it and not closed is text. */
function close(open: Open[], left: string): string | undefined {
  const same = open.findLastIndex(({ sign }) => sign === left);
  const at = same > 0 ? same : open.findLastIndex(({ sign }) => sign !== '' && left.startsWith(sign));
  if (at < 1) return undefined;
  while (open.length > at + 1) giveUp(open);
  const { sign, children } = open.pop() ?? { sign: '', children: [] };
  const kind = kinds[sign as keyof typeof kinds];
  add(open, { kind, children });
  return sign;
}

function giveUp(open: Open[]): void {
  const last = open.pop();
  if (!last) return;
  addText(open, last.sign);
  for (const child of last.children) add(open, child);
}

function addText(open: readonly Open[], text: string): void {
  if (text !== '') add(open, { kind: 'text', text });
}

function add(open: readonly Open[], piece: Inline): void {
  const children = open.at(-1)?.children;
  const last = children?.at(-1);
  if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
  else children?.push(piece);
}
