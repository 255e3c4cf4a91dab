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
