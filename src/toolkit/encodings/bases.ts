import { isUtf8 } from 'node:buffer';
import { invalid } from '../../kernel/problem.ts';

/** Decodes Base64 of either alphabet, with optional line breaks and padding. */
export function decodeBase64(field: string, text: string) {
  const plain = text.replace(/\s/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(plain) || plain.replaceAll('=', '').length % 4 === 1)
    throw invalid(field, 'This is not Base64');
  const bytes = Buffer.from(plain, 'base64');
  return { text: bytes.toString(), bytes: bytes.length, hex: bytes.toString('hex'), isText: isUtf8(bytes) };
}

type Variant = 'adobe' | 'z85';

const z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';
const adobe = Array.from({ length: 85 }, (_, i) => String.fromCharCode(33 + i)).join('');

/** Encodes four bytes as five characters, and a shorter remainder as one character more than its bytes. */
export function encodeAscii85(bytes: Buffer, variant: Variant): string {
  const alphabet = variant === 'adobe' ? adobe : z85;
  let text = '';
  for (let i = 0; i < bytes.length; i += 4) {
    const part = bytes.subarray(i, i + 4);
    let value = Buffer.concat([part], 4).readUInt32BE();
    let group = '';
    for (let j = 0; j < 5; j += 1) {
      group = (alphabet[value % 85] ?? '') + group;
      value = Math.floor(value / 85);
    }
    const isZero = variant === 'adobe' && group === '!!!!!' && part.length === 4;
    text += isZero ? 'z' : group.slice(0, part.length + 1);
  }
  return text;
}

export function decodeAscii85(given: string, variant: Variant): Buffer {
  const alphabet = variant === 'adobe' ? adobe : z85;
  const text = given.replace(/\s/g, '').replace(/^<~|~>$/g, '');
  const plain = variant === 'adobe' ? text.replaceAll('z', '!!!!!') : text;
  const bytes: Buffer[] = [];
  for (let i = 0; i < plain.length; i += 5) {
    const group = plain.slice(i, i + 5);
    const values = [...group].map((character) => alphabet.indexOf(character));
    const padded = [...values, 84, 84, 84, 84].slice(0, 5);
    const value = padded.reduce((sum, digit) => sum * 85 + digit, 0);
    if (values.includes(-1) || group.length === 1 || value > 0xffffffff)
      throw invalid('ascii85', `This is not ${variant === 'adobe' ? 'Ascii85' : 'Z85'}`);
    const part = Buffer.alloc(4);
    part.writeUInt32BE(value);
    bytes.push(part.subarray(0, group.length - 1));
  }
  return Buffer.concat(bytes);
}

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
