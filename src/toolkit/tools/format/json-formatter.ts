import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

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
    const value = parseAny('json', json);
    const space = { '2 spaces': 2, '4 spaces': 4, tab: '\t', none: 0 }[indent];
    const text = JSON.stringify(sortKeys ? sorted(value) : value, null, space);
    return { json: text, bytes: Buffer.byteLength(text) };
  },
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
