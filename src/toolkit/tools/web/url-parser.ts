import { domainToUnicode } from 'node:url';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'URL parser',
  summary: 'Split a URL into its parts',
  keywords: 'query parameters host path',
  input: { url: input.line('URL', 'https://ada@www.example.com:8443/a/b.html?x=1&y=two#top', { max: 8000 }) },
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
});
