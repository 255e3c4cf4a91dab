/** A word or phrase to find in texts, in the form in which texts are compared. */
export interface Phrase<Value> {
  text: string;
  /** Whether letters next to it make it a part of another word, which is not found. */
  isWholeWord: boolean;
  value: Value;
}

interface Node<Value> {
  /** A phrase that begins with this node's text, and how much of it that is. */
  phrase: string;
  length: number;
  /** The node of the first phrase that goes on, and its next code unit. Most nodes have no others. */
  only: Node<Value> | undefined;
  unit: number;
  others: Map<number, Node<Value>> | undefined;
  /** The longest proper suffix of this node's text that begins a phrase. */
  suffix: Node<Value> | undefined;
  /** The values of the phrases of whole words that this node's text is. */
  own: ReadonlySet<Value>;
  /** The values of the phrases of whole words with which this node's text ends, after another word. */
  words: ReadonlySet<Value>;
  /** The values of all other phrases that this node's text ends with. */
  parts: ReadonlySet<Value>;
}

/**
 * Returns a function that finds the values of all phrases that a text contains. It reads the text once, however many
 * phrases there are and end in one place (Aho-Corasick), because both texts and phrases may be made to be slow.
 */
export function phraseFinder<Value>(phrases: readonly Phrase<Value>[]): (text: string) => Set<Value> {
  const root = nodeOf<Value>('', 0);
  for (const phrase of phrases) if (phrase.text !== '') insert(root, phrase);
  linkSuffixes(root);
  const all = new Set(phrases.map(({ value }) => value)).size;
  return (text) => {
    const found = new Set<Value>();
    const added = new Set<ReadonlySet<Value>>();
    const add = (values: ReadonlySet<Value>) => {
      if (values.size === 0 || added.has(values)) return;
      added.add(values);
      for (const value of values) found.add(value);
    };
    let node = root;
    for (let at = 0; at < text.length && found.size < all; at++) {
      node = step(root, node, text.charCodeAt(at));
      add(node.parts);
      if ((node.words.size === 0 && node.own.size === 0) || !isBoundary(text, at + 1)) continue;
      add(node.words);
      if (node.own.size > 0 && isBoundary(text, at + 1 - node.length)) add(node.own);
    }
    return found;
  };
}

const none: ReadonlySet<never> = new Set();

const nodeOf = <Value>(phrase: string, length: number): Node<Value> => ({
  phrase,
  length,
  only: undefined,
  unit: -1,
  others: undefined,
  suffix: undefined,
  own: none,
  words: none,
  parts: none,
});

function insert<Value>(root: Node<Value>, { text, isWholeWord, value }: Phrase<Value>): void {
  let node = root;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    node = nextOf(node, unit) ?? append(node, unit, nodeOf<Value>(text, at + 1));
  }
  if (isWholeWord) node.own = union(node.own, new Set([value]));
  else node.parts = union(node.parts, new Set([value]));
}

const nextOf = <Value>(node: Node<Value>, unit: number): Node<Value> | undefined =>
  node.unit === unit ? node.only : node.others?.get(unit);

function append<Value>(node: Node<Value>, unit: number, next: Node<Value>): Node<Value> {
  if (node.only) (node.others ??= new Map()).set(unit, next);
  else {
    node.only = next;
    node.unit = unit;
  }
  return next;
}

/** Breadth first, because a suffix is shorter than what it is a suffix of. */
function linkSuffixes<Value>(root: Node<Value>): void {
  const waiting = [root];
  const link = (node: Node<Value>, unit: number, next: Node<Value>) => {
    const suffix = node === root ? root : step(root, node.suffix ?? root, unit);
    next.suffix = suffix;
    next.parts = union(suffix.parts, next.parts);
    next.words =
      suffix.own.size > 0 && isBoundary(next.phrase, next.length - suffix.length)
        ? union(suffix.words, suffix.own)
        : suffix.words;
    waiting.push(next);
  };
  for (const node of waiting) {
    if (node.only) link(node, node.unit, node.only);
    for (const [unit, next] of node.others ?? []) link(node, unit, next);
  }
}

/** One of the sets, if it has all of the other. */
function union<Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): ReadonlySet<Value> {
  if (other.size === 0 || one === other) return one;
  if (one.size === 0) return other;
  if (other.isSubsetOf(one)) return one;
  return one.isSubsetOf(other) ? other : new Set([...one, ...other]);
}

function step<Value>(root: Node<Value>, from: Node<Value>, unit: number): Node<Value> {
  for (let node: Node<Value> | undefined = from; node; node = node.suffix) {
    const next = nextOf(node, unit);
    if (next) return next;
  }
  return root;
}

/** Whether a word begins or ends here. */
const isBoundary = (text: string, at: number): boolean =>
  isBetweenWords(characterBefore(text, at), characterAt(text, at));

const inWord = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const isBetweenWords = (before: string, after: string): boolean =>
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
