import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTTP headers lookup',
  summary: 'Show the response status and headers of a URL',
  keywords: 'response server curl',
  network: true,
  input: {
    url: input.line('URL', 'https://example.com', { max: 2000 }),
    method: input.choice('Method', ['HEAD', 'GET'], 'HEAD'),
  },
  output: {
    status: output.integer('Status'),
    url: output.text('Final URL'),
    headers: output.table('Headers', { name: output.text('Name'), value: output.text('Value') }),
  },
  run: async ({ url, method }, { outbound }) => {
    const { status, headers, url: last } = await outbound.fetch(url, { method, max: 10_000, longer: 'cut' });
    const rows = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((each) => ({ name, value: each })),
    );
    return { status, url: last, headers: rows };
  },
});
