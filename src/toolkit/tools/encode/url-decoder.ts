import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'URL decoder',
  summary: 'Decode percent-encoded text',
  keywords: 'decodeURIComponent unescape',
  input: {
    encoded: input.text('Encoded text', 'a%20b%26c%3Dd%2F%C3%A9'),
    plusIsSpace: input.flag('Read + as a space'),
  },
  output: { text: output.text('Text') },
  sample: { text: 'a b&c=d/é' },
  run: ({ encoded, plusIsSpace }) => {
    try {
      return { text: decodeURIComponent(plusIsSpace ? encoded.replaceAll('+', ' ') : encoded) };
    } catch {
      throw invalid('encoded', 'After each % two hex digits are expected that are valid UTF-8');
    }
  },
});
