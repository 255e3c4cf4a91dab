import { STATUS_CODES } from 'node:http';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTTP status codes',
  summary: 'Look up the meaning of an HTTP status code',
  keywords: 'error 404 500 response',
  input: { query: input.line('Code or word', '404', { max: 50 }) },
  output: {
    codes: output.table('Codes', {
      code: output.text('Code'),
      name: output.text('Name'),
      kind: output.text('Kind'),
    }),
  },
  sample: { codes: [{ code: '404', name: 'Not Found', kind: 'Client error' }] },
  run: ({ query }) => {
    const text = query.trim().toLowerCase();
    const kinds = ['', 'Informational', 'Success', 'Redirection', 'Client error', 'Server error'];
    const codes = Object.entries(STATUS_CODES).filter(
      ([code, name = '']) => code.startsWith(text) || (text.length > 1 && name.toLowerCase().includes(text)),
    );
    if (codes.length === 0) throw invalid('query', 'No status has this code or word');
    return { codes: codes.map(([code, name = '']) => ({ code, name, kind: kinds[Number(code[0])] ?? '' })) };
  },
});
