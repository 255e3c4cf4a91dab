import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Regex tester',
  summary: 'Test a regular expression on a text',
  keywords: 'regular expression match replace groups',
  about: 'Patterns are those of JavaScript. One that takes too long is stopped.',
  isolated: true,
  input: {
    pattern: input.line('Pattern', '(\\w+)@(\\w+)\\.com', { max: 2000 }),
    flags: input.optional(input.line('Flags', 'gi', { max: 8 }), 'g'),
    text: input.text('Text', 'ada@example.com, bob@test.com'),
    replace: input.line('Replace with', ''),
  },
  output: {
    matches: output.table('Matches', {
      match: output.text('Match'),
      index: output.integer('At'),
      groups: output.text('Groups'),
    }),
    count: output.integer('Count'),
    replaced: output.text('With replacements'),
  },
  sample: {
    matches: [
      { match: 'ada@example.com', index: 0, groups: '["ada","example"]' },
      { match: 'bob@test.com', index: 17, groups: '["bob","test"]' },
    ],
    count: 2,
    replaced: 'ada@example.com, bob@test.com',
  },
  run: ({ pattern, flags, text, replace }) => {
    const isFlag = (flag: string, index: number) =>
      'dgimsuvy'.includes(flag) && flags.indexOf(flag) === index;
    if (![...flags].every(isFlag) || (flags.includes('u') && flags.includes('v')))
      throw invalid('flags', 'Send flags of dgimsuvy, each once, and not both u and v');
    let expression: RegExp;
    try {
      expression = new RegExp(pattern, flags);
    } catch (error) {
      throw invalid('pattern', (error as Error).message);
    }
    const found = expression.global
      ? [...text.matchAll(expression)]
      : [expression.exec(text)].filter((match) => match !== null);
    const matches = found.slice(0, 1000).map((match) => ({
      match: match[0],
      index: match.index,
      groups: JSON.stringify(match.groups ?? match.slice(1)),
    }));
    return {
      matches,
      count: found.length,
      replaced: replace === '' ? text : text.replace(expression, replace),
    };
  },
});
