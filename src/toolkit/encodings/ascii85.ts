import { invalid } from '../../kernel/problem.ts';

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
