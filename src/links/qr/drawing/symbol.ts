import { t } from '../../../kernel/translation/translate.ts';
import { encode, QrCodeDataType } from 'uqr';
import { invalid } from '../../../kernel/problem.ts';
import type { Level } from './design.ts';

/** The modules of a QR code. */
export interface Symbol {
  /** Width in modules, without the quiet zone. */
  side: number;
  isDark: (x: number, y: number) => boolean;
  /** Whether a module belongs to an alignment pattern. */
  isAlignmentCenter: (x: number, y: number) => boolean;
}

/**
 * Maximum bytes of a static code. Beyond this, modules are too small for a phone camera at arm's length. The
 * capacity at the default level is 2331.
 */
const maxBytes = 1200;

/** Encodes a text. Raises the level as long as the code does not get larger. */
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
    t('Too long for a readable code ({maxBytes} bytes). Shorten it, or make the code dynamic.', {
      maxBytes,
    }),
  );
