import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { toDecoded } from '../../encodings/bases.ts';

export default [
  tool({
    slug: 'binary-encoder',
    title: 'Text to binary',
    summary: 'Encode the bytes of a text as binary digits',
    keywords: 'binary-converter bits',
    input: {
      text: input.text('Text', 'Hi'),
      separator: input.optional(input.line('Between bytes', ' ', { max: 5 })),
    },
    output: { binary: output.code('Binary') },
    sample: { binary: '01001000 01101001' },
    run: ({ text, separator }) => ({
      binary: [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join(separator),
    }),
  }),
  tool({
    slug: 'binary-decoder',
    title: 'Binary to text',
    summary: 'Decode binary digits to text',
    keywords: 'bits',
    input: { binary: input.text('Binary', '01001000 01101001') },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'Hi', hex: '4869' },
    run: ({ binary }) => {
      const digits = binary.replace(/[\s,_-]/g, '');
      if (!/^[01]*$/.test(digits) || digits.length % 8 > 0)
        throw invalid('binary', 'Send eight zeros and ones for each byte');
      return toDecoded(Buffer.from((digits.match(/.{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2))));
    },
  }),
  tool({
    slug: 'hex-encoder',
    title: 'Hex encoder',
    summary: 'Encode the bytes of a text in hexadecimal',
    keywords: 'hex-converter hexadecimal',
    input: {
      text: input.text('Text', 'Hello'),
      separator: input.choice('Between bytes', ['none', 'space', 'colon', '0x', '\\x'], 'none'),
      upper: input.flag('Capital letters'),
    },
    output: { hex: output.code('Hex') },
    sample: { hex: '48656c6c6f' },
    run: ({ text, separator, upper }) => {
      const hex = Buffer.from(text).toString('hex');
      const bytes = (upper ? hex.toUpperCase() : hex).match(/../g) ?? [];
      if (separator === '0x' || separator === '\\x')
        return { hex: bytes.map((byte) => separator + byte).join(separator === '0x' ? ' ' : '') };
      return { hex: bytes.join({ none: '', space: ' ', colon: ':' }[separator]) };
    },
  }),
  tool({
    slug: 'hex-decoder',
    title: 'Hex decoder',
    summary: 'Decode hexadecimal bytes to text',
    keywords: 'hexadecimal',
    input: { hex: input.text('Hex', '48 65 6c 6c 6f') },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'Hello', hex: '48656c6c6f' },
    run: ({ hex }) => {
      const digits = hex.replace(/0x|\\x|[\s:,-]/gi, '');
      if (!/^[0-9a-f]*$/i.test(digits) || digits.length % 2 === 1)
        throw invalid('hex', 'Send pairs of the digits 0 to 9 and a to f');
      return toDecoded(Buffer.from(digits, 'hex'));
    },
  }),
  tool({
    slug: 'ascii-converter',
    title: 'ASCII converter',
    summary: 'Convert text to decimal, octal or hexadecimal codes and back',
    keywords: 'charcode ascii-converter decimal-converter octal-converter',
    input: {
      text: input.text('Text or codes', 'Hi!'),
      mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
      base: input.choice('Codes', ['decimal', 'octal', 'hex'], 'decimal'),
    },
    output: { result: output.code('Result') },
    sample: { result: '72 105 33' },
    run: ({ text, mode, base }) => {
      const radix = { decimal: 10, octal: 8, hex: 16 }[base];
      if (mode === 'encode')
        return { result: [...text].map((c) => (c.codePointAt(0) ?? 0).toString(radix)).join(' ') };
      const codes = text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map((code) => Number.parseInt(code, radix));
      if (codes.some((code) => !(code >= 0 && code <= 0x10ffff)))
        throw invalid('text', `Send ${base} codes of characters with spaces between`);
      return { result: codes.map((code) => String.fromCodePoint(code)).join('') };
    },
  }),
];
