import { invalid } from '../../../../kernel/problem.ts';
import { input, output, tool } from '../../../tool.ts';
import { parseDistinct, nodeText, writeJson, type JsonNode } from '../../../encodings/json-text.ts';

export default tool({
  title: 'JSON to query string',
  summary: 'Convert a JSON object to a URL query string',
  input: { json: input.text('JSON', '{"a":[1,2],"b":"two words"}', { max: 20_000 }) },
  output: { query: output.code('Query') },
  sample: { query: 'a=1&a=2&b=two+words' },
  run: ({ json }) => {
    const node = parseDistinct('json', json);
    if (node.kind !== 'object') throw invalid('json', 'Send an object');
    const text = (item: JsonNode) => (item.kind === 'word' ? writeJson(item) : nodeText(item));
    const pairs = node.entries.flatMap(([name, inner]) =>
      (inner.kind === 'list' ? inner.items : [inner]).map((item) => [name, text(item)]),
    );
    return { query: new URLSearchParams(pairs).toString() };
  },
});
