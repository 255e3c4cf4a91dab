import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseJsonText, writeJson, type JsonNode } from '../../encodings/json-text.ts';

export default tool({
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
});

function sorted(node: JsonNode): JsonNode {
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(sorted) };
  if (node.kind !== 'object') return node;
  const entries = node.entries.map(([key, value, written]) => [key, sorted(value), written] as const);
  return { kind: 'object', entries: entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) };
}
