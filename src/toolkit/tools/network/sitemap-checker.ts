import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { sitemapTask } from '../../encodings/markup/html.ts';

export default tool({
  title: 'Sitemap checker',
  summary: 'Parse a sitemap and count its entries',
  keywords: 'xml seo urls',
  network: true,
  input: { url: input.line('Sitemap', 'https://example.com/sitemap.xml', { max: 2000 }) },
  output: {
    status: output.integer('Status'),
    kind: output.text('Kind'),
    count: output.integer('Entries'),
    newest: output.text('Newest change'),
    first: output.list('First entries'),
  },
  run: async ({ url }, { outbound, sandbox }) => {
    const answer = await outbound.fetch(url, { max: 3_000_000, longer: 'cut' });
    const found = await sandbox(sitemapTask, answer.status === 200 ? answer.body : Buffer.alloc(0));
    return { status: answer.status, ...found };
  },
});
