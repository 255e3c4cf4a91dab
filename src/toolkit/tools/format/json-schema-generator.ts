import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
  title: 'JSON Schema generator',
  summary: 'Generate a JSON Schema from a JSON document',
  isolated: true,
  input: { json: input.text('JSON', '{"name":"Ada","age":36}') },
  output: { schema: output.code('JSON Schema') },
  sample: {
    schema:
      '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "type": "object",\n  "properties": {\n    "name": {\n      "type": "string"\n    },\n    "age": {\n      "type": "integer"\n    }\n  },\n  "required": [\n    "name",\n    "age"\n  ]\n}',
  },
  run: ({ json }) => ({
    schema: JSON.stringify(
      { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf(parseAny('json', json)) },
      null,
      2,
    ),
  }),
});

function schemaOf(value: unknown): object {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map((item) => JSON.stringify(schemaOf(item))))].map(
      (text) => JSON.parse(text) as object,
    );
    return {
      type: 'array',
      ...(kinds.length > 0 && { items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } }),
    };
  }
  if (typeof value === 'object') {
    const properties = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)]),
    );
    return { type: 'object', properties, required: Object.keys(properties) };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}
