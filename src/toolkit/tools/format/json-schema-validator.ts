import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseExact } from '../../encodings/json-text.ts';

export default tool({
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
});
