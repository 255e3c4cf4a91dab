import { html, type Html } from '../../../web/html.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Message } from '../messages/message.ts';
import { previewOf } from '../messages/preview-of.ts';

/** Characters shown before the first match, and in total. */
const [before, shown] = [50, 160];

/**
 * An excerpt of a message around the first match, with matches highlighted. Also matches parts of words,
 * unless `isWhole`.
 */
export function matchExcerpt(message: Message, words: string, isWhole: boolean): Html {
  const text = message.text === '' ? previewOf(message) : plainText(message.text);
  const typed = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (isWhole ? wholeWord(word) : literal(word)));
  const pattern = new RegExp(`(${typed.join('|')})`, 'giu');
  const at = text.search(pattern);
  const from = at > before * 2 ? at - before : 0;
  const part = text.slice(from, from + shown);
  const parts = typed.length === 0 ? [part] : part.split(pattern);
  return html`${from > 0 && '…'}${parts.map((each, i) =>
    i % 2 === 1 ? html`<mark>${each}</mark>` : each,
  )}${from + shown < text.length && '…'}`;
}

const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Symbols also match within words. */
const wholeWord = (word: string): string =>
  /^[\p{L}\p{M}\p{Nd}]+$/u.test(word)
    ? `(?<![\\p{L}\\p{M}\\p{Nd}])${word}(?![\\p{L}\\p{M}\\p{Nd}])`
    : literal(word);
