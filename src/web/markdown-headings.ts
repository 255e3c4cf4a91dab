import type { Token } from 'markdown-it';

/** A heading of a text. */
export interface Heading {
  /** Empty if it has no anchor. */
  id: string;
  /** 2 is the highest level. */
  level: number;
  text: string;
}

/**
 * Normalizes headings for a page: the highest is `<h2>`, no level is skipped, and empty ones are removed,
 * whatever levels the author chose. `toId` creates an id from a heading's text, which is stable when other
 * text changes.
 */
export function levelHeadings(
  tokens: readonly Token[],
  toId: ((text: string) => string) | undefined,
): { tokens: Token[]; headings: Heading[] } {
  const remaining: Token[] = [];
  const headings: Heading[] = [];
  const above: number[] = [];
  const freeId = idsOnce();
  for (let at = 0; at < tokens.length; at += 1) {
    const [open, inline, close] = tokens.slice(at, at + 3);
    if (open?.type !== 'heading_open' || !inline || !close) {
      if (open) remaining.push(open);
      continue;
    }
    at += 2;
    const text = textOf(inline.children ?? []);
    const hasPicture = inline.children?.some(({ type }) => type === 'image') ?? false;
    if (text === '' && !hasPicture) continue;
    const typed = Number(open.tag.slice(1));
    while ((above.at(-1) ?? 0) >= typed) above.pop();
    above.push(typed);
    const level = Math.min(6, above.length + 1);
    open.tag = close.tag = `h${level}`;
    const id = toId ? freeId(toId(text)) : '';
    if (id !== '') open.attrSet('id', id);
    headings.push({ id, level, text });
    remaining.push(open, inline, close);
  }
  return { tokens: remaining, headings };
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content }) => (type.endsWith('break') ? ' ' : type === 'image' ? '' : content))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Numbers repeated ids. Continues from the last number of each, so that equal headings take constant time.
 */
function idsOnce(): (wanted: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    let number = numbers.get(wanted) ?? 1;
    while (taken.has(id)) id = `${wanted}-${(number += 1)}`;
    numbers.set(wanted, number);
    taken.add(id);
    return id;
  };
}
