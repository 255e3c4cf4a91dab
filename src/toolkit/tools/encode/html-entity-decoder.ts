import { readMarkup } from '../../../platform/sandbox/markup.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTML entity decoder',
  summary: 'Decode HTML entities to characters',
  keywords: 'unescape',
  input: { html: input.text('HTML', 'Fish &amp; chips &eacute; &#x1F44B;') },
  output: { text: output.text('Text') },
  sample: { text: 'Fish & chips é 👋' },
  run: async ({ html }) => {
    let text = '';
    // With tags escaped, the parser returns only text.
    await readMarkup(html.replaceAll('<', '&lt;'), { ontext: (part) => void (text += part) });
    return { text };
  },
});
