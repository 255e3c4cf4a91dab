import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Transliterator',
  summary: 'Transliterate other alphabets to Latin letters',
  keywords: 'romanize cyrillic greek chinese pinyin',
  isolated: true,
  input: { text: input.text('Text', 'Привет, мир! Ελλάδα 你好', { max: 20_000 }) },
  output: { text: output.text('Text') },
  sample: { text: 'Privet, mir! Ellada Ni Hao' },
  run: async ({ text }) => {
    const { transliterate } = await import('transliteration');
    return { text: transliterate(text) };
  },
});
