import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';
import { isExact } from '../../../encodings/json-text.ts';

/** Strings and comments, which are skipped, and words, which may be numbers. */
const tokens = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*|[\w.+$-]+/g;

export default tool({
  title: 'JSON5 to JSON',
  summary: 'Convert JSON with comments, trailing commas and single quotes to JSON',
  keywords: 'jsonc comments',
  isolated: true,
  input: { json5: input.text('JSON5', "{\n  // a comment\n  name: 'Ada',\n}") },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Ada"\n}' },
  run: async ({ json5 }) => {
    const { default: JSON5 } = await import('json5');
    for (const { 0: token, index } of json5.matchAll(tokens)) {
      const isKey = json5
        .slice(index + token.length, index + token.length + 100)
        .trimStart()
        .startsWith(':');
      if (isKey) continue;
      const number = token
        .replace(/^[+]/, '')
        .replace(/^(-?)\./, '$10.')
        .replace(/\.(?=$|e)/i, '');
      if (/^-?\d/.test(number) && !/^-?0x/i.test(number) && !isExact(number))
        throw invalid('json5', `The number ${token.slice(0, 40)} has more digits than this tool can process`);
      if (/^[+-]?(?:Infinity|NaN)$/.test(token)) throw invalid('json5', `JSON has no ${token}`);
    }
    try {
      return { json: JSON.stringify(JSON5.parse(json5.replace(/^\uFEFF/, '')), null, 2) };
    } catch (error) {
      throw invalid('json5', (error as Error).message);
    }
  },
});
