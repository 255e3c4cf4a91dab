import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'UTM link generator',
  summary: 'Add campaign parameters to a URL',
  keywords: 'google analytics campaign tracking',
  input: {
    url: input.line('URL', 'https://example.com/page?a=1', { max: 4000 }),
    source: input.line('Source', 'newsletter', { max: 200 }),
    medium: input.optional(input.line('Medium', 'email', { max: 200 }), ''),
    campaign: input.optional(input.line('Campaign', 'spring', { max: 200 }), ''),
    term: input.line('Term', '', { max: 200 }),
    content: input.line('Content', '', { max: 200 }),
  },
  output: { url: output.code('URL') },
  sample: { url: 'https://example.com/page?a=1&utm_source=newsletter&utm_medium=email&utm_campaign=spring' },
  run: ({ url, ...parts }) => {
    const parsed = URL.parse(url.trim());
    if (!parsed) throw invalid('url', 'Send a whole URL, such as https://example.com');
    for (const [name, value] of Object.entries(parts))
      if (value !== '') parsed.searchParams.set(`utm_${name}`, value);
    return { url: parsed.href };
  },
});
