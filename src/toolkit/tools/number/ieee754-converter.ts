import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

function withoutZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}
