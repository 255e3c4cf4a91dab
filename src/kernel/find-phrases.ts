/** A word or phrase to find in texts, in the form in which texts are compared. */
export interface Phrase<Value> {
  text: string;
  /** Whether letters next to it make it a part of another word, which is not found. */
  isWholeWord: boolean;
  value: Value;
}

interface Node<Value> {
  next: Map<number, Node<Value>>;
  /** The longest proper suffix of this node's text that begins a phrase. */
  suffix: Node<Value> | undefined;
  /** The nearest of these suffixes that is a phrase. */
  shorter: Node<Value> | undefined;
  phrases: Phrase<Value>[];
}

/**
 * Returns a function that finds the values of all phrases that a text contains. It reads the text once, however many
 * phrases there are (Aho-Corasick), because both texts and phrases may be made to be slow.
 */
export function phraseFinder<Value>(phrases: readonly Phrase<Value>[]): (text: string) => Set<Value> {
  const root = nodeOf<Value>();
  for (const phrase of phrases) if (phrase.text !== '') insert(root, phrase);
  linkSuffixes(root);
  const all = new Set(phrases.map(({ value }) => value)).size;
  return (text) => {
    const found = new Set<Value>();
    let node = root;
    for (let at = 0; at < text.length && found.size < all; at++) {
      node = step(root, node, text.charCodeAt(at));
      for (let each: Node<Value> | undefined = node; each; each = each.shorter)
        for (const { text: phrase, isWholeWord, value } of each.phrases)
          if (!isWholeWord || isWhole(text, at + 1 - phrase.length, at + 1)) found.add(value);
    }
    return found;
  };
}

const nodeOf = <Value>(): Node<Value> => ({
  next: new Map(),
  suffix: undefined,
  shorter: undefined,
  phrases: [],
});

function insert<Value>(root: Node<Value>, phrase: Phrase<Value>): void {
  let node = root;
  for (let at = 0; at < phrase.text.length; at++) {
    const unit = phrase.text.charCodeAt(at);
    const next = node.next.get(unit) ?? nodeOf<Value>();
    node.next.set(unit, next);
    node = next;
  }
  node.phrases.push(phrase);
}

/** Breadth first, because a suffix is shorter than what it is a suffix of. */
function linkSuffixes<Value>(root: Node<Value>): void {
  const waiting = [root];
  for (const node of waiting)
    for (const [unit, next] of node.next) {
      next.suffix = node === root ? root : step(root, node.suffix ?? root, unit);
      next.shorter = next.suffix.phrases.length > 0 ? next.suffix : next.suffix.shorter;
      waiting.push(next);
    }
}

function step<Value>(root: Node<Value>, from: Node<Value>, unit: number): Node<Value> {
  for (let node: Node<Value> | undefined = from; node; node = node.suffix) {
    const next = node.next.get(unit);
    if (next) return next;
  }
  return root;
}

const isWhole = (text: string, from: number, to: number): boolean =>
  isBoundary(characterBefore(text, from), characterAt(text, from)) &&
  isBoundary(characterBefore(text, to), characterAt(text, to));

const inWord = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const isBoundary = (before: string, after: string): boolean =>
  !inWord.test(before) || !inWord.test(after) || unspaced.test(before) || unspaced.test(after);

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return at <= 0 ? '' : characterAt(text, at - (isLowSurrogate && at > 1 ? 2 : 1));
}
