import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { parseExact } from '../../encodings/json-text.ts';

export default tool({
  title: 'JMESPath tester',
  summary: 'Query JSON with a JMESPath expression',
  keywords: 'jsonpath jq filter query',
  isolated: true,
  input: {
    json: input.text('JSON', '{"people":[{"name":"Ada","age":36},{"name":"Bob","age":41}]}'),
    expression: input.line('Expression', 'people[?age > `40`].name'),
  },
  output: { result: output.json('Result') },
  sample: { result: ['Bob'] },
  run: async ({ json, expression }) => {
    const { search } = await import('jmespath');
    const value = parseExact('json', json);
    try {
      return { result: search(value, expression) as unknown };
    } catch (error) {
      throw invalid('expression', (error as Error).message);
    }
  },
});
