import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { plainAddress } from '../../encodings/ip.ts';

export default tool({
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
});
