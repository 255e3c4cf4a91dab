import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'robots.txt generator',
  summary: 'Create a robots.txt file',
  keywords: 'crawlers seo ai bots',
  input: {
    disallow: input.optional(input.text('Paths to keep crawlers from', '/admin\n/search', { max: 5000 }), ''),
    sitemap: input.optional(input.line('Sitemap', 'https://example.com/sitemap.xml', { max: 2000 }), ''),
    ai: input.optional(input.choice('AI crawlers', ['allow', 'no training', 'none'], 'no training'), 'allow'),
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
});
