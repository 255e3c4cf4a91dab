import { invalid } from '../../kernel/problem.ts';

export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Encodes bytes as one large number in another base. Leading zero bytes become the first character of the
 * alphabet.
 */
export function encodeBase(bytes: Buffer, alphabet: string): string {
  const base = BigInt(alphabet.length);
  let number = BigInt(`0x0${bytes.toString('hex')}`);
  let text = '';
  while (number > 0n) {
    text = (alphabet[Number(number % base)] ?? '') + text;
    number /= base;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return (alphabet[0] ?? '').repeat(zeros < 0 ? bytes.length : zeros) + text;
}

export function decodeBase(field: string, text: string, alphabet: string): Buffer {
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw invalid(field, `“${character}” is not in the alphabet ${alphabet}`);
    number = number * base + BigInt(value);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = [...text].findIndex((character) => character !== alphabet[0]);
  return Buffer.concat([
    Buffer.alloc(zeros < 0 ? text.length : zeros),
    Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex'),
  ]);
}
