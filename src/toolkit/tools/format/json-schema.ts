import { input, output, tool } from '../../tool.ts';
import { canonicalNumber, parseDistinct, toNode, writeJson, parseExact } from '../../encodings/json-text.ts';
import type { JsonNode } from '../../encodings/json-text.ts';
import { invalid } from '../../../kernel/problem.ts';
import { typeOf } from '../../encodings/numbers.ts';

export default [
  tool({
    slug: 'json-schema-generator',
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
  }),
  tool({
    slug: 'json-schema-validator',
    title: 'JSON Schema validator',
    summary: 'Validate a JSON document against a JSON Schema',
    keywords: 'ajv validate',
    isolated: true,
    input: {
      json: input.text('JSON', '{"age":"old"}'),
      schema: input.text(
        'JSON Schema',
        '{"type":"object","properties":{"age":{"type":"integer"}},"required":["name"]}',
      ),
    },
    output: {
      isValid: output.flag('Valid'),
      errors: output.table('Errors', { path: output.text('Path'), message: output.text('Message') }),
    },
    sample: {
      isValid: false,
      errors: [
        { path: '/', message: "must have required property 'name'" },
        { path: '/age', message: 'must be integer' },
      ],
    },
    run: async ({ json, schema }) => {
      const { Ajv2020 } = await import('ajv/dist/2020.js');
      const value = parseExact('json', json);
      const shape = parseExact('schema', schema);
      if (typeof shape !== 'object' || shape === null) throw invalid('schema', 'A schema is an object');
      try {
        const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(shape);
        const isValid = check(value);
        const errors = (check.errors ?? [])
          .slice(0, 200)
          .map(({ instancePath, message }) => ({ path: instancePath || '/', message: message ?? '' }));
        return { isValid, errors };
      } catch (error) {
        throw invalid('schema', (error as Error).message);
      }
    },
  }),
  tool({
    slug: 'json-to-typescript',
    title: 'JSON to TypeScript',
    summary: 'Generate TypeScript types from a JSON document',
    keywords: 'interface generator types',
    isolated: true,
    input: {
      json: input.text('JSON', '{"name":"Ada","tags":["a"],"address":{"city":"London"}}'),
      name: input.optional(input.line('Name', 'Root', { max: 50 })),
    },
    output: { typescript: output.code('TypeScript') },
    sample: {
      typescript:
        'type Root = {\n  name: string;\n  tags: string[];\n  address: {\n    city: string;\n  };\n};',
    },
    run: ({ json, name }) => {
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw invalid('name', 'Send a name of letters and digits');
      return { typescript: `type ${name} = ${typeOf(parseDistinct('json', json))};` };
    },
  }),
];

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
