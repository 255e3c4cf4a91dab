import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Invisible characters remover',
  summary: 'Remove hidden zero-width, control and direction characters from text',
  keywords: 'zero width space bom watermark hidden clean',
  input: { text: input.text('Text', 'clean\u200b this\u00ad \u202etext\ufeff') },
  output: { text: output.text('Text'), removed: output.integer('Characters removed') },
  sample: { text: 'clean this text', removed: 4 },
  run: ({ text }) => {
    // Keeps joiners, which are part of emoji.
    const result = text.replace(/(?![\n\r\t\u200d])\p{C}/gu, '');
    return { text: result, removed: [...text].length - [...result].length };
  },
});
