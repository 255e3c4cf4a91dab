import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { plainAddress } from '../../encodings/ip.ts';

export default [
  tool({
    slug: 'ip-converter',
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
  }),
  tool({
    slug: 'ip-subnet-calculator',
    title: 'IP subnet calculator',
    summary: 'Calculate network, mask, broadcast and hosts of a CIDR block',
    keywords: 'cidr netmask ipv4 ipv6',
    input: { cidr: input.line('Network', '192.168.1.10/24', { max: 50 }) },
    output: {
      network: output.text('Network'),
      first: output.text('First host'),
      last: output.text('Last host'),
      broadcast: output.text('Last address'),
      mask: output.text('Mask'),
      prefix: output.integer('Prefix'),
      addresses: output.text('Addresses'),
      range: output.text('Range'),
    },
    sample: {
      network: '192.168.1.0/24',
      first: '192.168.1.1',
      last: '192.168.1.254',
      broadcast: '192.168.1.255',
      mask: '255.255.255.0',
      prefix: 24,
      addresses: '256',
      range: 'private',
    },
    run: async ({ cidr }) => {
      const given = plainAddress('cidr', cidr);
      const { default: ipaddr } = await import('ipaddr.js');
      if (!ipaddr.isValidCIDR(given))
        throw invalid('cidr', 'Send a network such as 192.168.1.0/24 or 2001:db8::/48');
      const [address, prefix] = ipaddr.parseCIDR(given);
      const bytes = address.toByteArray();
      const width = bytes.length * 8;
      const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      const size = 1n << BigInt(width - prefix);
      const start = (value / size) * size;
      const text = (number: bigint) =>
        ipaddr
          .fromByteArray(
            Array.from({ length: bytes.length }, (_, i) =>
              Number((number >> BigInt(8 * (bytes.length - 1 - i))) & 255n),
            ),
          )
          .toString();
      const inner = width === 32 && prefix < 31 ? 1n : 0n;
      return {
        network: `${text(start)}/${prefix}`,
        first: text(start + inner),
        last: text(start + size - 1n - inner),
        broadcast: text(start + size - 1n),
        mask: text(((1n << BigInt(width)) - 1n) ^ (size - 1n)),
        prefix,
        addresses: size.toString(),
        range: address.range(),
      };
    },
  }),
  tool({
    slug: 'ipv6-expander',
    title: 'IPv6 expander',
    summary: 'Expand and compress an IPv6 address, and show its reverse name',
    keywords: 'compress ip6.arpa',
    input: { ip: input.line('IPv6 address', '2001:db8::1', { max: 60 }) },
    output: {
      full: output.code('In full'),
      short: output.code('In short'),
      reverse: output.code('Reverse name'),
    },
    sample: {
      full: '2001:0db8:0000:0000:0000:0000:0000:0001',
      short: '2001:db8::1',
      reverse: '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    },
    run: async ({ ip }) => {
      const { default: ipaddr } = await import('ipaddr.js');
      const given = plainAddress('ip', ip);
      if (!ipaddr.IPv6.isValid(given)) throw invalid('ip', 'Send an address such as 2001:db8::1');
      const address = ipaddr.IPv6.parse(given);
      const full = address.parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
      return {
        full,
        short: address.toRFC5952String(),
        reverse: `${[...full.replaceAll(':', '')].reverse().join('.')}.ip6.arpa`,
      };
    },
  }),
];
