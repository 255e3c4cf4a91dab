import { toLine } from '../../kernel/text.ts';
/** An excerpt from the beginning of a text on one line, cut at a word. */
export function short(text: string, longest: number): string {
  const line = toLine(text);
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`;
}
