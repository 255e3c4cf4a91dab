import { t } from '../../web/translation/translate.ts';
import type { ArchiveEntry } from './entries.ts';

const longestQuote = 200;

/** A person on a list, by their name with or without their server. `place` is such as `lists.csv:12`. */
export const personEntry = (kind: string, typed: string, place: string, content?: object): ArchiveEntry =>
  isName(typed)
    ? { kind, source: typed.replace(/^@/, ''), ...(content && { content }) }
    : unreadable(place, typed);

/** What is reported of a line that has no person. */
export const unreadable = (place: string, text: string): ArchiveEntry => ({
  kind: 'unreadable',
  source: `${place}: ${text.slice(0, longestQuote)}`,
  reason: t('This is not the name of a person'),
});

const isName = (text: string) => text.length <= 300 && /^@?[^\s@,]+(?:@[^\s@,]+)?$/.test(text);
