import { normalize } from '../../kernel/text.ts';

/**
 * Punctuation in full width, quotation marks of any language, and dashes that exclude a word, as an ASCII keyboard
 * has them.
 */
export const toPlainMarks = (typed: string): string =>
  normalize(typed, 'NFC')
    .replaceAll(/[！-／：-＠［-｀｛-～]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0))
    .replaceAll(/[“”„‟«»‹›「」『』〝-〟❝❞]/gu, '"')
    .replaceAll(/(?<!\S)[‐–−](?=[\p{L}\p{N}"])/gu, '-');

/** A word or phrase of a search, or an excluded one. */
export interface TypedWord {
  text: string;
  isPhrase: boolean;
  isExcluded: boolean;
}

const part = /(?<not>-)?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/gu;
const maxParts = 30;

/** Parses words, "phrases" and -excluded words in groups that `or` separates. */
export function typedWords(typed: string): TypedWord[][] {
  const groups: TypedWord[][] = [[]];
  const parts = [...toPlainMarks(typed).matchAll(part)].slice(0, maxParts);
  for (const { groups: { not, quoted, plain = '' } = {} } of parts) {
    if (plain.toLowerCase() === 'or' && !not) groups.push([]);
    else
      groups.at(-1)?.push({
        text: quoted ?? plain,
        isPhrase: quoted !== undefined,
        isExcluded: not !== undefined,
      });
  }
  return groups.filter(({ length }) => length > 0);
}
