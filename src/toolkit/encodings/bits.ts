import { invalid } from '../../kernel/problem.ts';

export const alphabets = {
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base32hex: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
};

/** Encodes bytes as characters of the given number of bits each. */
export function encodeBits(bytes: Uint8Array, width: number, alphabet: string): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= width) {
      bits -= width;
      text += alphabet[(held >> bits) & ((1 << width) - 1)] ?? '';
    }
  }
  return bits > 0 ? text + (alphabet[(held << (width - bits)) & ((1 << width) - 1)] ?? '') : text;
}

export function decodeBits(field: string, text: string, width: number, alphabet: string): Buffer {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw invalid(field, `“${character}” is not in the alphabet ${alphabet}`);
    held = ((held << width) | value) & 0xffff;
    bits += width;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

/** Returns decoded bytes as text and as hex. */
export const toDecoded = (bytes: Buffer) => ({ text: bytes.toString(), hex: bytes.toString('hex') });
