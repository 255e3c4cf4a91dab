import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
