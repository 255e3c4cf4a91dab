import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const tracking =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_[ce]id|igshid|twclid|ttclid|yclid|_hsenc|_hsmi|mkt_tok|vero_id|oly_\w+|wickedid|ref_src|ref_url|si|spm)$/i;

export default tool({
  title: 'URL cleaner',
  summary: 'Remove tracking parameters from URLs',
  keywords: 'utm fbclid gclid privacy',
  input: { urls: input.text('URLs, one a line', 'https://example.com/a?utm_source=x&id=7&fbclid=abc') },
  output: { urls: output.text('URLs'), removed: output.list('Removed') },
  sample: { urls: 'https://example.com/a?id=7', removed: ['utm_source', 'fbclid'] },
  run: ({ urls }) => {
    const removed = new Set<string>();
    const cleaned = urls.split('\n').map((line) => {
      const parsed = URL.parse(line.trim());
      if (!parsed) return line;
      for (const name of [...parsed.searchParams.keys()])
        if (tracking.test(name)) {
          removed.add(name);
          parsed.searchParams.delete(name);
        }
      return parsed.href;
    });
    return { urls: cleaned.join('\n'), removed: [...removed] };
  },
});
