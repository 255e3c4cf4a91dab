import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Website hosting checker',
  summary: 'Show the addresses, name servers and server software of a website',
  keywords: 'host provider cdn',
  network: true,
  input: { host: input.line('Website', 'example.com', { max: 255 }) },
  output: {
    addresses: output.list('Addresses'),
    names: output.list('Reverse names'),
    nameServers: output.list('Name servers'),
    server: output.text('Server'),
  },
  run: async ({ host }, { outbound }) => {
    const name = URL.parse(host.includes('://') ? host : `https://${host.trim()}`)?.hostname ?? '';
    if (name === '') throw invalid('host', 'Send a website such as example.com');
    const found = await outbound.lookup(name);
    const addresses = found.map(({ address }) => address);
    const domain = name.split('.').slice(-2).join('.');
    const [names, nameServers, server] = await Promise.all([
      outbound.records(addresses[0] ?? '', 'PTR').catch(() => []),
      outbound.records(domain, 'NS').catch(() => []),
      outbound.fetch(`https://${name}`, { method: 'HEAD' }).then(
        ({ headers }) => String(headers.server ?? ''),
        () => '',
      ),
    ]);
    return { addresses, names, nameServers, server };
  },
});
