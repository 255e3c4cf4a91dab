import { input, output, tool } from '../../tool.ts';
import { sitemapTask, metaTask } from '../../encodings/markup/html.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'sitemap-checker',
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
  }),
  tool({
    slug: 'robots-txt-checker',
    title: 'robots.txt checker',
    summary: 'Parse the robots.txt file of a website',
    keywords: 'crawler seo ai bots',
    network: true,
    input: { url: input.line('Website', 'https://example.com', { max: 2000 }) },
    output: {
      status: output.integer('Status'),
      groups: output.table('Groups', {
        agents: output.text('User agents'),
        disallow: output.integer('Disallow rules'),
        allow: output.integer('Allow rules'),
      }),
      sitemaps: output.list('Sitemaps'),
      text: output.code('robots.txt'),
    },
    run: async ({ url }, { outbound }) => {
      const origin = URL.parse(url.includes('://') ? url : `https://${url}`)?.origin;
      if (!origin) throw invalid('url', 'Send a website, such as https://example.com');
      const answer = await outbound.fetch(`${origin}/robots.txt`, { max: 500_000, longer: 'cut' });
      const text = answer.status === 200 ? answer.text() : '';
      const groups: { agents: string; disallow: number; allow: number }[] = [];
      const sitemaps: string[] = [];
      let isNew = true;
      for (const line of text.split('\n').slice(0, 20_000)) {
        const [name = '', ...rest] = line.split('#', 1).join('').split(':');
        const value = rest.join(':').trim();
        const key = name.trim().toLowerCase();
        const last = groups.at(-1);
        if (key === 'user-agent') {
          if (isNew || !last) groups.push({ agents: value, disallow: 0, allow: 0 });
          else last.agents += `, ${value}`;
          isNew = false;
        } else if (key === 'sitemap') sitemaps.push(value);
        else if (last && (key === 'disallow' || key === 'allow')) {
          isNew = true;
          if (value !== '') last[key] += 1;
        }
      }
      return { status: answer.status, groups, sitemaps, text: text.slice(0, 20_000) };
    },
  }),
  tool({
    slug: 'meta-tags-checker',
    title: 'Meta tags checker',
    summary: 'Show the title, description and social tags of a web page, and what is missing',
    keywords: 'seo open graph twitter preview',
    network: true,
    input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
    output: {
      url: output.text('URL'),
      title: output.text('Title'),
      description: output.text('Description'),
      tags: output.table('Tags', { name: output.text('Name'), content: output.text('Content') }),
      missing: output.list('Missing'),
    },
    run: async ({ url }, { outbound, sandbox }) => {
      const page = await outbound.fetch(url, { max: 500_000, longer: 'cut' });
      const meta = await sandbox(metaTask, page.body);
      const wanted = [
        'description',
        'canonical',
        'viewport',
        'og:title',
        'og:description',
        'og:image',
        'og:url',
        'twitter:card',
      ];
      const missing = [
        ...(meta.title ? [] : ['title']),
        ...wanted.filter((name) => !meta.tags.some((tag) => tag.name.toLowerCase() === name)),
      ];
      return { url: page.url, ...meta, missing };
    },
  }),
];
