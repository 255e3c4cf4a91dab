import { input, output, tool } from '../../tool.ts';
import { parseJsonText, writeJson, type JsonNode, parseDistinct } from '../../encodings/json-text.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'json-formatter',
    title: 'JSON formatter',
    summary: 'Validate and format JSON, or minify it',
    keywords: 'validate beautify pretty print minify json-validator-beautifier',
    input: {
      json: input.text('JSON', '{"b":[1,2,{"c":null}],"a":"é"}'),
      indent: input.choice('Indent', ['2 spaces', '4 spaces', 'tab', 'none'], '2 spaces'),
      sortKeys: input.flag('Sort keys'),
    },
    output: { json: output.code('JSON'), bytes: output.integer('Bytes') },
    sample: {
      json: '{\n  "b": [\n    1,\n    2,\n    {\n      "c": null\n    }\n  ],\n  "a": "é"\n}',
      bytes: 71,
    },
    run: ({ json, indent, sortKeys }) => {
      const node = parseJsonText('json', json);
      const space = { '2 spaces': '  ', '4 spaces': '    ', tab: '\t', none: '' }[indent];
      const text = writeJson(sortKeys ? sorted(node) : node, space);
      return { json: text, bytes: Buffer.byteLength(text) };
    },
  }),
  tool({
    slug: 'json-minifier',
    title: 'JSON minifier',
    summary: 'Minify JSON by removing unnecessary spaces',
    keywords: 'compress',
    input: { json: input.text('JSON', '{ "a": [ 1, 2 ] }') },
    output: { json: output.code('JSON'), saved: output.integer('Bytes saved') },
    sample: { json: '{"a":[1,2]}', saved: 6 },
    run: ({ json }) => {
      const text = writeJson(parseJsonText('json', json));
      return { json: text, saved: Buffer.byteLength(json) - Buffer.byteLength(text) };
    },
  }),
  tool({
    slug: 'json-flattener',
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
      if (twice !== undefined)
        throw invalid('separator', `Two values would be named “${twice.slice(0, 60)}”`);
      return { json: writeJson({ kind: 'object', entries: flat }, '  ') };
    },
  }),
];

function sorted(node: JsonNode): JsonNode {
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(sorted) };
  if (node.kind !== 'object') return node;
  const entries = node.entries.map(([key, value, written]) => [key, sorted(value), written] as const);
  return { kind: 'object', entries: entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) };
}
