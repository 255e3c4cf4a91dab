import { markdownRuns } from '../../web/markdown.ts';
import { parseBlocks, type Block } from './blocks.ts';
import { parseInline, type Inline } from './inline.ts';
import { parseTokens, type Token } from '../../kernel/typed-text/tokens.ts';

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
