import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

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
  run: async ({ url }, { outbound }) => {
    const { Parser } = await import('htmlparser2');
    const answer = await outbound.fetch(url, { max: 3_000_000, longer: 'cut' });
    const found = { loc: [] as string[], lastmod: [] as string[] };
    let [current, kind] = ['', ''];
    const parser = new Parser(
      {
        onopentagname: (name) => {
          current = name;
          if (name === 'urlset' || name === 'sitemapindex') kind = name === 'urlset' ? 'URLs' : 'sitemaps';
        },
        ontext: (text) => {
          if ((current === 'loc' || current === 'lastmod') && text.trim() !== '')
            found[current].push(text.trim());
        },
        onclosetag: () => (current = ''),
      },
      { xmlMode: true },
    );
    parser.end(answer.status === 200 ? answer.text() : '');
    return {
      status: answer.status,
      kind,
      count: found.loc.length,
      newest: found.lastmod.sort().at(-1) ?? '',
      first: found.loc.slice(0, 20),
    };
  },
});
