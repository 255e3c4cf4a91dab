import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';
import { parseAny } from '../../../encodings/parse-any.ts';

export default tool({
  title: 'JSON to query string',
  summary: 'Convert a JSON object to a URL query string',
  input: { json: input.text('JSON', '{"a":[1,2],"b":"two words"}', { max: 20_000 }) },
  output: { query: output.code('Query') },
  sample: { query: 'a=1&a=2&b=two+words' },
  run: ({ json }) => {
    const value = parseAny('json', json);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('json', 'Send an object');
    const text = (item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item));
    const pairs = Object.entries(value).flatMap(([name, inner]) =>
      (Array.isArray(inner) ? (inner as unknown[]) : [inner]).map((item) => [name, text(item)]),
    );
    return { query: new URLSearchParams(pairs).toString() };
  },
});
