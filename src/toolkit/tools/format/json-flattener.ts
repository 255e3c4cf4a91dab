import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

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
    const flat: Record<string, unknown> = {};
    const walk = (value: unknown, path: string): void => {
      const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
      if (entries.length === 0) flat[path] = value;
      for (const [key, inner] of entries) walk(inner, path === '' ? key : path + separator + key);
    };
    walk(parseAny('json', json), '');
    return { json: JSON.stringify(flat, null, 2) };
  },
});
