import { toLine } from '../../kernel/text.ts';
import { type Block, type Inline, parseBlocks, parseInline } from './markup.ts';

/** A post's text without markup, for titles and excerpts. */
export const plainText = (text: string): string => parseBlocks(text).map(plainBlock).join('\n\n');

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return plainLine(block.text);
    case 'code':
      return block.text;
    case 'quote':
      return block.blocks.map(plainBlock).join('\n\n');
    case 'list':
      return block.items.map(plainLine).join('\n');
  }
}

const plainLine = (text: string): string => parseInline(text).map(plainPiece).join('');

const plainPiece = (piece: Inline): string =>
  'children' in piece ? piece.children.map(plainPiece).join('') : piece.text;

/** An excerpt from the beginning of a text on one line, cut at a word. */
export function short(text: string, longest: number): string {
  const line = toLine(text);
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`;
}

/** Maximum length of a post or comment in user-perceived characters: a flag or family emoji counts as one. */
export const maxTextLength = 5000;
