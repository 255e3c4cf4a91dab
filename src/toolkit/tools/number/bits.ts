import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'base-converter',
    title: 'Number base converter',
    summary: 'Convert whole numbers between bases from 2 to 36',
    keywords: 'binary octal decimal hexadecimal radix',
    input: {
      number: input.line('Number', '255', { max: 1000 }),
      from: input.optional(input.integer('From base', 10, 2, 36)),
      to: input.integer('To base', 16, 2, 36),
    },
    output: {
      result: output.code('Result'),
      binary: output.code('Binary'),
      octal: output.code('Octal'),
      decimal: output.code('Decimal'),
      hex: output.code('Hexadecimal'),
    },
    sample: { result: 'ff', binary: '11111111', octal: '377', decimal: '255', hex: 'ff' },
    run: ({ number, from, to }) => {
      const text = number
        .trim()
        .toLowerCase()
        .replace(/[\s_,]/g, '');
      const digits = text.replace(/^-/, '');
      const values = [...digits].map((digit) => Number.parseInt(digit, 36));
      if (values.length === 0 || values.some((value) => !(value < from)))
        throw invalid('number', `Send digits of base ${from}`);
      const value =
        values.reduce((sum, digit) => sum * BigInt(from) + BigInt(digit), 0n) *
        (text.startsWith('-') ? -1n : 1n);
      return {
        result: value.toString(to),
        binary: value.toString(2),
        octal: value.toString(8),
        decimal: value.toString(),
        hex: value.toString(16),
      };
    },
  }),
  tool({
    slug: 'twos-complement-calculator',
    title: "Two's complement calculator",
    summary: 'Convert negative whole numbers to two’s complement bits and back',
    keywords: 'signed binary integer',
    input: {
      number: input.line('Number', '-42', { max: 30 }),
      bits: input.required(input.choice('Bits', ['8', '16', '32', '64'], '8')),
    },
    output: {
      binary: output.code('Binary'),
      hex: output.code('Hexadecimal'),
      unsigned: output.text('Unsigned'),
    },
    sample: { binary: '11010110', hex: 'd6', unsigned: '214' },
    run: ({ number, bits }) => {
      const width = Number(bits);
      if (!/^-?\d{1,20}$/.test(number)) throw invalid('number', 'Send a whole number');
      const value = BigInt(number);
      if (BigInt.asIntN(width, value) !== value)
        throw invalid('number', `This does not fit into ${bits} bits`);
      const unsigned = BigInt.asUintN(width, value);
      return {
        binary: unsigned.toString(2).padStart(width, '0'),
        hex: unsigned.toString(16).padStart(width / 4, '0'),
        unsigned: unsigned.toString(),
      };
    },
  }),
  tool({
    slug: 'bitwise-calculator',
    title: 'Bitwise calculator',
    summary: 'Calculate AND, OR, XOR, NOT and shifts of whole numbers',
    keywords: 'binary logic shift',
    input: {
      a: input.line('a', '0b1100', { max: 70 }),
      operation: input.required(
        input.choice('Operation', ['AND', 'OR', 'XOR', 'NOT a', 'a << b', 'a >> b'], 'AND'),
      ),
      b: input.optional(input.line('b', '10', { max: 70 }), ''),
    },
    output: {
      decimal: output.text('Decimal'),
      binary: output.code('Binary'),
      hex: output.code('Hexadecimal'),
    },
    sample: { decimal: '8', binary: '1000', hex: '8' },
    run: ({ a, operation, b }) => {
      const read = (field: string, text: string) => {
        if (!/^(?:\d{1,20}|0x[0-9a-f]{1,16}|0b[01]{1,64}|0o[0-7]{1,21})$/i.test(text))
          throw invalid(field, 'Send a number such as 12, 0xff or 0b1100');
        return BigInt.asUintN(64, BigInt(text.toLowerCase()));
      };
      const [x, y] = [read('a', a), operation === 'NOT a' ? 0n : read('b', b)];
      if (operation.includes('b') && operation.startsWith('a ') && y > 64n)
        throw invalid('b', 'Shift by 64 at most');
      const results = {
        AND: () => x & y,
        OR: () => x | y,
        XOR: () => x ^ y,
        'NOT a': () => ~x,
        'a << b': () => x << y,
        'a >> b': () => x >> y,
      };
      const value = BigInt.asUintN(64, results[operation]());
      return { decimal: value.toString(), binary: value.toString(2), hex: value.toString(16) };
    },
  }),
  tool({
    slug: 'ieee754-converter',
    title: 'Floating point inspector',
    summary: 'Show the IEEE 754 representation of a number in 32 and 64 bits',
    keywords: 'float double binary ieee754',
    input: { number: input.number('Number', 0.1) },
    output: {
      hex32: output.code('32 bits'),
      bits32: output.code('Sign, exponent and fraction, 32 bits'),
      value32: output.text('Value in 32 bits'),
      hex64: output.code('64 bits'),
      bits64: output.code('Sign, exponent and fraction, 64 bits'),
      exact: output.text('Exact value in 64 bits'),
    },
    sample: {
      hex32: '3dcccccd',
      bits32: '0 01111011 10011001100110011001101',
      value32: '0.10000000149011612',
      hex64: '3fb999999999999a',
      bits64: '0 01111111011 1001100110011001100110011001100110011001100110011010',
      exact: '0.1000000000000000055511151231257827021181583404541015625',
    },
    run: ({ number }) => {
      const buffer = Buffer.alloc(12);
      buffer.writeFloatBE(number, 0);
      buffer.writeDoubleBE(number, 4);
      const bits = (part: Buffer) => [...part].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      const [single, double] = [buffer.subarray(0, 4), buffer.subarray(4)];
      return {
        hex32: single.toString('hex'),
        bits32: bits(single).replace(/^(.)(.{8})/, '$1 $2 '),
        value32: String(Math.fround(number)),
        hex64: double.toString('hex'),
        bits64: bits(double).replace(/^(.)(.{11})/, '$1 $2 '),
        exact: Math.abs(number) < 1e21 ? withoutZeros(number.toFixed(60)) : String(number),
      };
    },
  }),
];

function withoutZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}
