import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'URL redirect checker',
  summary: 'Follow the redirects of a URL step by step',
  keywords: '301 302 chain short link expand',
  network: true,
  input: { url: input.line('URL', 'http://example.com', { max: 2000 }) },
  output: {
    hops: output.table('Steps', { url: output.text('URL'), status: output.integer('Status') }),
    redirects: output.integer('Redirects'),
    finalUrl: output.text('Final URL'),
  },
  run: async ({ url }, { outbound }) => {
    const { hops, url: finalUrl } = await outbound.fetch(url, { hops: 10, max: 1000, longer: 'cut' });
    return {
      hops: hops.map(({ url: address, status }) => ({ url: address, status })),
      redirects: hops.length - 1,
      finalUrl,
    };
  },
});
