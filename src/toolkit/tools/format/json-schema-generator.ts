import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import {
  canonicalNumber,
  parseDistinct,
  toNode,
  writeJson,
  type JsonNode,
} from '../../encodings/json-text.ts';

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
    schema: writeJson(
      toNode(
        new Map<string, unknown>([
          ['$schema', 'https://json-schema.org/draft/2020-12/schema'],
          ...schemaOf(parseDistinct('json', json)),
        ]),
      ),
      '  ',
    ),
  }),
});

/** Returns a schema as a map, in which keys stay in their order. */
function schemaOf(node: JsonNode): Map<string, unknown> {
  const typed = (type: string, ...more: [string, unknown][]) =>
    new Map<string, unknown>([['type', type], ...more]);
  if (node.kind === 'word') return typed(node.value === null ? 'null' : 'boolean');
  if (node.kind === 'text') return typed('string');
  if (node.kind === 'number')
    return typed(canonicalNumber(node.written).includes('e-') ? 'number' : 'integer');
  if (node.kind === 'list') {
    const kinds = new Map(
      node.items.map((item) => schemaOf(item)).map((kind) => [writeJson(toNode(kind)), kind]),
    );
    const [only, ...others] = kinds.values();
    if (!only) return typed('array');
    return typed('array', ['items', others.length === 0 ? only : new Map([['anyOf', [only, ...others]]])]);
  }
  const properties = new Map(node.entries.map(([key, value]) => [key, schemaOf(value)]));
  return typed('object', ['properties', properties], ['required', [...properties.keys()]]);
}
