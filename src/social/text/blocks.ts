import { blocksAmong } from '../../kernel/typed-text/code-in.ts';

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
