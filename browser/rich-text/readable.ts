import { Fragment, type Mark, type Node } from 'prosemirror-model';

const delimited = ['em', 'strong', 'strike'];
const punctuation = /^[\p{P}\p{S}]{1,80}|(?<![\p{P}\p{S}])[\p{P}\p{S}]{1,80}$/gu;

/** Checks a line of text: whether it is the same after it was written as Markdown. */
type IsStable = (line: Node) => boolean;

/** Documents do not change, so each part is only checked once. */
const checked = new WeakMap<Node, Node>();

/**
 * Markdown cannot mark some runs of letters: in `**a.**b`, the asterisks would be read as text. Returns the document
 * with fewer marks there, so that nobody reads asterisks.
 */
export function withReadableMarks(node: Node, isStable: IsStable): Node {
  const known = checked.get(node);
  if (known) return known;
  const result = node.isTextblock
    ? node.type.spec.code
      ? node
      : ([node, trimmed(node), plain(node)].find(isStable) ?? plain(node))
    : node.isLeaf
      ? node
      : node.copy(Fragment.fromArray(node.children.map((child) => withReadableMarks(child, isStable))));
  checked.set(node, result);
  return result;
}

/** Takes the marks from punctuation at the edges of marked runs. */
const trimmed = (line: Node): Node =>
  mapText(line, (text, marks) => {
    if (!marks.some(isDelimited)) return [[text, marks]];
    const bare = marks.filter((mark) => !isDelimited(mark));
    const parts: [string, readonly Mark[]][] = [];
    let from = 0;
    for (const { index, 0: found } of text.matchAll(punctuation)) {
      parts.push([text.slice(from, index), marks], [found, bare]);
      from = index + found.length;
    }
    return [...parts, [text.slice(from), marks]];
  });

const plain = (line: Node): Node =>
  mapText(line, (text, marks) => [[text, marks.filter((mark) => !isDelimited(mark))]]);

const isDelimited = ({ type }: Mark): boolean => delimited.includes(type.name);

function mapText(
  line: Node,
  change: (text: string, marks: readonly Mark[]) => [string, readonly Mark[]][],
): Node {
  const content = line.children.flatMap((child) =>
    child.isText
      ? change(child.text ?? '', child.marks)
          .filter(([text]) => text !== '')
          .map(([text, marks]) => line.type.schema.text(text, marks))
      : [child.mark(child.marks)],
  );
  return line.copy(Fragment.fromArray(content));
}

/** What readers see of a line: its text, and the marks of each run of letters. Markdown moves spaces out of marks. */
export function shownIn(line: Node): string {
  const runs: [string, string][] = [];
  line.forEach((child) => {
    const marks = JSON.stringify(child.marks.map((mark) => mark.toJSON() as unknown).sort(byText));
    const text = child.isText ? (child.text ?? '').replaceAll(/\s+/g, '') : JSON.stringify(child.toJSON());
    const last = runs.at(-1);
    if (text === '') return;
    if (last?.[0] === marks) last[1] += text;
    else runs.push([marks, text]);
  });
  return JSON.stringify([line.textContent.replaceAll(/\s+/g, ' ').trim(), runs]);
}

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
