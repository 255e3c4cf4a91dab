/** Inline code in a text. Mentions, hashtags and URLs inside it are ignored. */
export interface Code {
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
export function spansIn(text: string): Code[] {
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
  const found: Code[] = [];
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
