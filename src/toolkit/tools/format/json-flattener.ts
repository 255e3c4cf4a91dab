import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDistinct, writeJson, type JsonNode } from '../../encodings/json-text.ts';

export default tool({
  title: 'JSON flattener',
  summary: 'Flatten nested JSON to one level with dotted keys',
  isolated: true,
  input: {
    json: input.text('JSON', '{"a":{"b":[1,{"c":2}]}}'),
    separator: input.optional(input.line('Separator', '.', { min: 1, max: 5 })),
  },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "a.b.0": 1,\n  "a.b.1.c": 2\n}' },
  run: ({ json, separator }) => {
    const flat: [string, JsonNode][] = [];
    const walk = (node: JsonNode, path: string): void => {
      const entries =
        node.kind === 'object'
          ? node.entries
          : node.kind === 'list'
            ? node.items.map((item, index) => [String(index), item] as const)
            : [];
      if (entries.length === 0) flat.push([path, node]);
      for (const [key, inner] of entries) walk(inner, path === '' ? key : path + separator + key);
    };
    walk(parseDistinct('json', json), '');
    const known = new Set<string>();
    const twice = flat.map(([path]) => path).find((path) => known.size === known.add(path).size);
    if (twice !== undefined) throw invalid('separator', `Two values would be named “${twice.slice(0, 60)}”`);
    return { json: writeJson({ kind: 'object', entries: flat }, '  ') };
  },
});
