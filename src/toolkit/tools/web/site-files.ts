import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { toStorable } from '../../../kernel/text.ts';
import { escape } from '../../../web/html.ts';

export default [
  tool({
    slug: 'robots-txt-generator',
    title: 'robots.txt generator',
    summary: 'Create a robots.txt file',
    keywords: 'crawlers seo ai bots',
    input: {
      disallow: input.optional(
        input.text('Paths to keep crawlers from', '/admin\n/search', { max: 5000 }),
        '',
      ),
      sitemap: input.optional(input.line('Sitemap', 'https://example.com/sitemap.xml', { max: 2000 }), ''),
      ai: input.optional(
        input.choice('AI crawlers', ['allow', 'no training', 'none'], 'no training'),
        'allow',
      ),
      delay: input.optional(input.integer('Seconds between requests', 0, 0, 3600)),
    },
    output: { robots: output.code('robots.txt') },
    sample: {
      robots:
        'User-agent: *\nDisallow: /admin\nDisallow: /search\n\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nUser-agent: Google-Extended\nUser-agent: Applebot-Extended\nUser-agent: meta-externalagent\nUser-agent: Bytespider\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml',
    },
    run: ({ disallow, sitemap, ai, delay }) => {
      const paths = disallow
        .split('\n')
        .map((path) => path.trim())
        .filter(Boolean);
      const wrong = paths.find((path) => !path.startsWith('/'));
      if (wrong !== undefined) throw invalid('disallow', `“${wrong.slice(0, 60)}” does not begin with /`);
      const training = [
        'GPTBot',
        'ClaudeBot',
        'CCBot',
        'Google-Extended',
        'Applebot-Extended',
        'meta-externalagent',
        'Bytespider',
      ];
      const readers = ['OAI-SearchBot', 'ChatGPT-User', 'Claude-SearchBot', 'Claude-User', 'PerplexityBot'];
      const refused = ai === 'allow' ? [] : ai === 'none' ? [...training, ...readers] : training;
      const parts = [
        [
          'User-agent: *',
          ...(paths.length > 0 ? paths.map((path) => `Disallow: ${path}`) : ['Disallow:']),
          ...(delay > 0 ? [`Crawl-delay: ${delay}`] : []),
        ],
        refused.length > 0 ? [...refused.map((name) => `User-agent: ${name}`), 'Disallow: /'] : [],
        sitemap ? [`Sitemap: ${sitemap}`] : [],
      ];
      return {
        robots: parts
          .filter((part) => part.length > 0)
          .map((part) => part.join('\n'))
          .join('\n\n'),
      };
    },
  }),
  tool({
    slug: 'sitemap-generator',
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
  }),
  tool({
    slug: 'htaccess-redirect-generator',
    title: 'Redirect rule generator',
    summary: 'Create redirects for Apache, nginx and Caddy',
    keywords: 'htaccess 301 rewrite',
    input: {
      from: input.line('From path', '/old', { max: 1000 }),
      to: input.line('To', 'https://example.com/new', { max: 2000 }),
      permanent: input.flag('Permanent', true),
    },
    output: { apache: output.code('Apache'), nginx: output.code('nginx'), caddy: output.code('Caddy') },
    sample: {
      apache: 'Redirect 301 /old https://example.com/new',
      nginx: 'location = /old {\n  return 301 https://example.com/new;\n}',
      caddy: 'redir /old https://example.com/new 301',
    },
    run: ({ from, to, permanent }) => {
      for (const [field, value] of Object.entries({ from, to }))
        if (/[\s{};"]/.test(value) || !/^(?:\/|https?:\/\/)/.test(value))
          throw invalid(field, 'Send a path such as /old, or a whole URL');
      const status = permanent ? 301 : 302;
      return {
        apache: `Redirect ${status} ${from} ${to}`,
        nginx: `location = ${from} {\n  return ${status} ${to};\n}`,
        caddy: `redir ${from} ${to} ${status}`,
      };
    },
  }),
];
