import { domainToUnicode } from 'node:url';
import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const tracking =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_[ce]id|igshid|twclid|ttclid|yclid|_hsenc|_hsmi|mkt_tok|vero_id|oly_\w+|wickedid|ref_src|ref_url|si|spm)$/i;

export default [
  tool({
    slug: 'url-parser',
    title: 'URL parser',
    summary: 'Split a URL into its parts',
    keywords: 'query parameters host path',
    input: {
      url: input.line('URL', 'https://ada@www.example.com:8443/a/b.html?x=1&y=two#top', { max: 8000 }),
    },
    output: {
      protocol: output.text('Protocol'),
      username: output.text('Username'),
      host: output.text('Host'),
      port: output.text('Port'),
      path: output.text('Path'),
      query: output.text('Query'),
      fragment: output.text('Fragment'),
      origin: output.text('Origin'),
      unicodeHost: output.text('Host in Unicode'),
      parameters: output.table('Parameters', { name: output.text('Name'), value: output.text('Value') }),
    },
    sample: {
      protocol: 'https:',
      username: 'ada',
      host: 'www.example.com',
      port: '8443',
      path: '/a/b.html',
      query: '?x=1&y=two',
      fragment: '#top',
      origin: 'https://www.example.com:8443',
      unicodeHost: 'www.example.com',
      parameters: [
        { name: 'x', value: '1' },
        { name: 'y', value: 'two' },
      ],
    },
    run: ({ url }) => {
      const parsed = URL.parse(url.trim());
      if (!parsed) throw invalid('url', 'Send a whole URL, such as https://example.com/path');
      return {
        protocol: parsed.protocol,
        username: parsed.username,
        host: parsed.hostname,
        port: parsed.port,
        path: parsed.pathname,
        query: parsed.search,
        fragment: parsed.hash,
        origin: parsed.origin,
        unicodeHost: domainToUnicode(parsed.hostname),
        parameters: [...parsed.searchParams].map(([name, value]) => ({ name, value })),
      };
    },
  }),
  tool({
    slug: 'url-cleaner',
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
  }),
  tool({
    slug: 'utm-link-generator',
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
    sample: {
      url: 'https://example.com/page?a=1&utm_source=newsletter&utm_medium=email&utm_campaign=spring',
    },
    run: ({ url, ...parts }) => {
      const parsed = URL.parse(url.trim());
      if (!parsed) throw invalid('url', 'Send a whole URL, such as https://example.com');
      for (const [name, value] of Object.entries(parts))
        if (value !== '') parsed.searchParams.set(`utm_${name}`, value);
      return { url: parsed.href };
    },
  }),
];
