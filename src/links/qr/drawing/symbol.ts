import { t } from '../../../kernel/translation/translate.ts';
import { encode, QrCodeDataType } from 'uqr';
import { invalid } from '../../../kernel/problem.ts';
import type { Level } from './design.ts';

/** Which squares of a code are dark. */
export interface Symbol {
  /** Squares a side, without the quiet zone. */
  side: number;
  isDark: (x: number, y: number) => boolean;
  /** Whether a square belongs to one of the small marks by which cameras straighten the picture. */
  isAlignmentCenter: (x: number, y: number) => boolean;
}

/**
 * Most bytes that a code says itself: beyond this the squares are too small for a phone's camera at arm's length, and
 * more than 2331 no code can hold at the usual level.
 */
const maxBytes = 1200;

/** The squares that say a text. The level is raised as far as that needs no more squares. */
export function toSymbol(text: string, level: Level): Symbol {
  if (Buffer.byteLength(text) > maxBytes) throw tooLong();
  const { size, data, types } = encode(text, { ecc: level, boostEcc: true, border: 0 });
  return {
    side: size,
    isDark: (x, y) => data[y]?.[x] ?? false,
    isAlignmentCenter: (x, y) => types[y]?.[x] === QrCodeDataType.Alignment,
  };
}

const tooLong = () =>
  invalid(
    'content',
    t('Too long for a readable code ({maxBytes} bytes). Shorten it, or make the code dynamic', {
      maxBytes,
    }),
  );
