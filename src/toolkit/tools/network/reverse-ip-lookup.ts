import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { plainAddress } from '../../encodings/ip.ts';

export default tool({
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
});
