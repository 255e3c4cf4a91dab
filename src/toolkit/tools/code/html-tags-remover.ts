import { invalid } from '../../../kernel/problem.ts';
import { readMarkup } from '../../../platform/sandbox/markup.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTML tags remover',
  summary: 'Extract the text of HTML',
  keywords: 'strip plain text',
  isolated: true,
  input: { html: input.text('HTML', '<p>Hello <b>world</b> &amp; all<br>others</p><script>no()</script>') },
  output: { text: output.text('Text') },
  sample: { text: 'Hello world & all\nothers' },
  run: async ({ html }) => {
    let text = '';
    let hidden = 0;
    const isHidden = (name: string) => name === 'script' || name === 'style';
    const isWhole = await readMarkup(html, {
      onopentagname: (name) => {
        if (isHidden(name)) hidden += 1;
        if (/^(?:br|p|div|li|tr|h[1-6])$/.test(name) && text !== '') text += '\n';
      },
      onclosetag: (name) => {
        if (isHidden(name)) hidden -= 1;
      },
      ontext: (part) => {
        if (hidden === 0) text += part;
      },
    });
    if (!isWhole) throw invalid('html', 'Elements are nested too deep');
    return { text: text.trim() };
  },
});
