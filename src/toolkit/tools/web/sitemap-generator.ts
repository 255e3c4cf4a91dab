import { invalid } from '../../../kernel/problem.ts';
import { toStorable } from '../../../kernel/text.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { escape } from '../../../web/html.ts';

export default tool({
  title: 'Sitemap generator',
  summary: 'Create an XML sitemap from URLs',
  keywords: 'seo xml',
  input: {
    urls: input.text('URLs, one a line', 'https://example.com/\nhttps://example.com/about'),
    changed: input.optional(input.line('Last change', '2026-01-31', { max: 30 }), ''),
  },
  output: { sitemap: output.code('Sitemap'), count: output.integer('URLs') },
  sample: {
    sitemap:
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url>\n    <loc>https://example.com/</loc>\n    <lastmod>2026-01-31</lastmod>\n  </url>\n  <url>\n    <loc>https://example.com/about</loc>\n    <lastmod>2026-01-31</lastmod>\n  </url>\n</urlset>',
    count: 2,
  },
  run: ({ urls, changed }) => {
    const list = urls
      .split('\n')
      .map((url) => url.trim())
      .filter(Boolean);
    const wrong = list.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
    if (wrong !== undefined) throw invalid('urls', `“${wrong.slice(0, 100)}” is not a URL`);
    if (changed !== '' && !/^\d{4}-\d{2}-\d{2}/.test(changed))
      throw invalid('changed', 'Send a date such as 2026-01-31');
    const entries = list.map(
      (url) =>
        `  <url>\n    <loc>${escape(toStorable(url))}</loc>${changed ? `\n    <lastmod>${escape(toStorable(changed))}</lastmod>` : ''}\n  </url>`,
    );
    return {
      sitemap: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>`,
      count: list.length,
    };
  },
});
