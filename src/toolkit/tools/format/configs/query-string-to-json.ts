import { input, output, tool } from '../../../tool.ts';
import { toNode, writeJson } from '../../../encodings/json-text.ts';

export default tool({
  title: 'Query string to JSON',
  summary: 'Convert a URL query string to JSON',
  keywords: 'url parameters form',
  input: { query: input.text('Query', 'a=1&b=two%20words&a=2', { max: 20_000 }) },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "a": [\n    "1",\n    "2"\n  ],\n  "b": "two words"\n}' },
  run: ({ query }) => {
    const parameters = new URLSearchParams(query.includes('?') ? query.slice(query.indexOf('?') + 1) : query);
    const grouped = Map.groupBy(parameters, ([name]) => name);
    const entries = [...grouped].map(([name, pairs]) => [
      name,
      pairs.length > 1 ? pairs.map(([, value]) => value) : pairs[0]?.[1],
    ]);
    return { json: writeJson(toNode(new Map(entries as [string, unknown][])), '  ') };
  },
});
