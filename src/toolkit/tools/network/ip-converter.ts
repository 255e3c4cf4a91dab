import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'IPv4 converter',
  summary: 'Convert an IPv4 address to a number, hex and bits',
  keywords: 'decimal integer binary',
  input: { ip: input.line('Address or number', '192.168.1.10', { max: 40 }) },
  output: {
    address: output.code('Address'),
    decimal: output.text('Number'),
    hex: output.code('Hex'),
    binary: output.code('Binary'),
    mapped: output.code('As IPv6'),
  },
  sample: {
    address: '192.168.1.10',
    decimal: '3232235786',
    hex: '0xc0a8010a',
    binary: '11000000.10101000.00000001.00001010',
    mapped: '::ffff:192.168.1.10',
  },
  run: ({ ip }) => {
    const text = ip.trim();
    const parts = text.split('.').map(Number);
    const isAddress =
      /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text) && parts.every((part) => part < 256);
    const number = isAddress
      ? parts.reduce((sum, part) => sum * 256 + part, 0)
      : /^(?:0|[1-9]\d{0,9}|0x[0-9a-f]{1,8})$/i.test(text)
        ? Number(text)
        : Number.NaN;
    if (!(number <= 0xffffffff)) throw invalid('ip', 'Send an address such as 192.168.1.10, or its number');
    const bytes = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
    return {
      address: bytes.join('.'),
      decimal: String(number),
      hex: `0x${number.toString(16).padStart(8, '0')}`,
      binary: bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('.'),
      mapped: `::ffff:${bytes.join('.')}`,
    };
  },
});
