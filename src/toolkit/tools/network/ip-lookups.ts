import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { plainAddress } from '../../encodings/ip.ts';

export default [
  tool({
    slug: 'ip-lookup',
    title: 'IP lookup',
    summary: 'Show the type, range and host name of an IP address',
    keywords: 'ipv4 ipv6 reverse',
    network: true,
    input: { ip: input.line('IP address', '1.1.1.1', { max: 45 }) },
    output: {
      ip: output.text('Address'),
      version: output.integer('Version'),
      range: output.text('Range'),
      isPublic: output.flag('Public'),
      names: output.list('Names'),
    },
    run: async ({ ip }, { outbound }) => {
      const { default: ipaddr } = await import('ipaddr.js');
      const given = plainAddress('ip', ip);
      if (!ipaddr.isValid(given)) throw invalid('ip', 'Send an address such as 1.1.1.1 or 2606:4700::1111');
      const address = ipaddr.process(given);
      const range = address.range();
      const names = range === 'unicast' ? await outbound.records(address.toString(), 'PTR') : [];
      return {
        ip: address.toString(),
        version: address.kind() === 'ipv4' ? 4 : 6,
        range,
        isPublic: range === 'unicast',
        names,
      };
    },
  }),
  tool({
    slug: 'reverse-ip-lookup',
    title: 'Reverse IP lookup',
    summary: 'Find the host names of an IP address',
    keywords: 'ptr rdns',
    network: true,
    input: { ip: input.line('IP address', '1.1.1.1', { max: 45 }) },
    output: { names: output.list('Names') },
    run: async ({ ip }, { outbound }) => {
      const { default: ipaddr } = await import('ipaddr.js');
      const given = plainAddress('ip', ip);
      if (!ipaddr.isValid(given)) throw invalid('ip', 'Send an address such as 1.1.1.1');
      await outbound.lookup(given);
      return { names: await outbound.records(given, 'PTR') };
    },
  }),
];
