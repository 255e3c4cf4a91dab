import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { plainAddress } from '../../encodings/ip.ts';

export default tool({
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
});
