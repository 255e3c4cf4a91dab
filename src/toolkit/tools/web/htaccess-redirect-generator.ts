import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
