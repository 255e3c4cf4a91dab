import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { recordTypes } from '../../../platform/outbound/records.ts';

export default tool({
  title: 'DNS lookup',
  summary: 'Look up the DNS records of a name',
  keywords: 'a aaaa cname mx ns txt soa caa srv dig nslookup',
  network: true,
  input: {
    host: input.line('Name', 'example.com', { max: 255 }),
    type: input.choice('Records', ['all', ...recordTypes], 'all'),
  },
  output: { records: output.table('Records', { type: output.text('Type'), value: output.text('Value') }) },
  run: async ({ host, type }, { outbound }) => {
    const types = type === 'all' ? recordTypes : [type];
    const found = await Promise.all(
      types.map(async (each) => ({ type: each, values: await outbound.records(host.trim(), each) })),
    );
    return {
      records: found.flatMap(({ type: name, values }) => values.map((value) => ({ type: name, value }))),
    };
  },
});
