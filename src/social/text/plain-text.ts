import { parseBlocks, type Block } from './blocks.ts';
import { parseInline, type Inline } from './inline.ts';

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
