import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { typeOf } from '../../encodings/numbers.ts';
import { parseDistinct } from '../../encodings/json-text.ts';

export default tool({
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
});
