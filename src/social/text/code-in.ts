const fence = /^ {0,3}```[\w+#.-]*$/;
const fenceEnd = /^ {0,3}```$/;
const inTicks = /(?<!`)(`{1,2})(?!`)([^`\n]|[^`\n][^\n]*?[^`\n])\1(?!`)/g;

/** A code span or block in a text. Mentions, hashtags and URLs inside it are ignored. */
export interface Code {
  start: number;
  end: number;
  /** The text between the markers. */
  text: string;
  isBlock: boolean;
}

/** Finds code in a text, in order: fenced blocks and inline code. */
export function codeIn(text: string): Code[] {
  const found: Code[] = [];
  let from = 0;
  for (const block of blocksIn(text)) {
    found.push(...spansIn(text, from, block.start), block);
    from = block.end;
  }
  return found.concat(spansIn(text, from, text.length));
}

type CodeBlock = { text: string; next: number } | undefined;

/**
 * Returns a function that finds the fenced block that starts at a line. Unclosed fences do not cause rescans.
 */
export function blocksAmong(lines: readonly string[]): (first: number) => CodeBlock {
  const lastEnd = lines.findLastIndex((line) => fenceEnd.test(line));
  return (first) => {
    if (first >= lastEnd || !fence.test(lines[first] ?? '')) return undefined;
    let last = first + 1;
    while (!fenceEnd.test(lines[last] ?? '')) last += 1;
    return { text: lines.slice(first + 1, last).join('\n'), next: last + 1 };
  };
}

function blocksIn(text: string): Code[] {
  if (!text.includes('```')) return [];
  const lines = text.split('\n');
  const starts: number[] = [];
  for (let at = 0, index = 0; index < lines.length; index += 1) {
    starts.push(at);
    at += (lines[index]?.length ?? 0) + 1;
  }
  const blockAt = blocksAmong(lines);
  const found: Code[] = [];
  for (let index = 0; index < lines.length;) {
    if (!fence.test(lines[index] ?? '')) {
      index += 1;
      continue;
    }
    const block = blockAt(index);
    // No closing fence follows, so there are no further blocks.
    if (!block) break;
    const end = block.next < lines.length ? (starts[block.next] ?? 0) - 1 : text.length;
    found.push({ start: starts[index] ?? 0, end, text: block.text, isBlock: true });
    index = block.next;
  }
  return found;
}

const spansIn = (text: string, start: number, end: number): Code[] =>
  [...text.slice(start, end).matchAll(inTicks)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    text: match[2] ?? '',
    isBlock: false,
  }));
