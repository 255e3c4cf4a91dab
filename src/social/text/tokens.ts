import { normalize } from '../../kernel/text.ts';
import { parseTokens, type Token } from '../../kernel/typed-text/tokens.ts';
import { markdownRuns } from '../../web/markdown.ts';
import { type Block, type Inline, parseBlocks, parseInline } from './markup.ts';

/**
 * The links, hashtags and mentions of a text, exactly those that are rendered. Posts, comments and messages are
 * light Markdown, everything else is Markdown.
 */
export const tokensIn = (text: string, kind = 'post'): Token[] =>
  kind === 'post' ? parseBlocks(text).flatMap(tokensOfBlock) : markdownTokensIn(text);

const markdownTokensIn = (text: string): Token[] =>
  markdownRuns(text).flatMap((run) =>
    'text' in run ? parseTokens(run.text) : [{ kind: 'link', text: run.address, address: run.address }],
  );

function tokensOfBlock(block: Block): Token[] {
  switch (block.kind) {
    case 'paragraph':
      return tokensOfLine(block.text);
    case 'code':
      return [];
    case 'quote':
      return block.blocks.flatMap(tokensOfBlock);
    case 'list':
      return block.items.flatMap(tokensOfLine);
  }
}

const tokensOfLine = (text: string): Token[] => parseInline(text).flatMap(tokensOfPiece);

function tokensOfPiece(piece: Inline): Token[] {
  if ('children' in piece) return piece.children.flatMap(tokensOfPiece);
  return piece.kind === 'code' ? [] : [piece];
}

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
