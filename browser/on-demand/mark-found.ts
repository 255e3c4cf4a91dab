import { rememberSearch } from './recent-searches.ts';

const parts =
  'main :is(.post-body, .post-title, .article-card, .person-row-text, .thread-row, .question-card)';
/** Words that differ only in their ending are forms of one word. */
const longestEnding = 2;
const shortestStem = 4;
/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

let observer: MutationObserver | undefined;

/** Marks in results the words they were found by, and remembers the search. */
export function markFound(): void {
  observer?.disconnect();
  const form = document.querySelector<HTMLElement>('[data-found]');
  const main = document.querySelector('main');
  if (!form || !main) return;
  rememberSearch(form.querySelector<HTMLInputElement>('[name=q]')?.value.trim() ?? '');
  const words = (form.dataset.found ?? '').split(/\s+/).map(fold).filter(Boolean);
  if (!('highlights' in CSS) || words.length === 0) return;
  const mark = () => CSS.highlights.set('found', new Highlight(...rangesOf(words)));
  // More results are added at the end of the list.
  observer = new MutationObserver(mark);
  observer.observe(main, { childList: true, subtree: true });
  mark();
}

function rangesOf(words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const part of document.querySelectorAll(parts)) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const [start, end] of matchesIn(node.nodeValue ?? '', words)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
  }
  return ranges;
}

function matchesIn(text: string, words: readonly string[]): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (unspaced.test(written)) {
      for (const word of words)
        for (let at = written.indexOf(word); at >= 0; at = written.indexOf(word, at + word.length))
          found.push([index + at, index + at + word.length]);
    } else if (words.some((word) => isForm(fold(written), word))) found.push([index, index + written.length]);
  }
  return found;
}

function isForm(written: string, word: string): boolean {
  if (written.startsWith(word))
    return word.length >= shortestStem || written.length - word.length <= longestEnding;
  return (
    written.length >= shortestStem &&
    word.startsWith(written) &&
    word.length - written.length <= longestEnding
  );
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
