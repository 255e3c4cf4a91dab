import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Pig Latin translator',
  summary: 'Translate English to Pig Latin',
  input: { text: input.text('Text', 'The quick brown fox eats') },
  output: { text: output.text('Text') },
  sample: { text: 'Ethay ickquay ownbray oxfay eatsway' },
  run: ({ text }) => ({
    text: text.replace(/[a-z]+/gi, (word) => {
      const start = /^(?:qu|[^aeiou])*/i.exec(word.slice(0, 12))?.[0] ?? '';
      const moved =
        start === '' || start.length === word.length
          ? `${word}way`
          : `${word.slice(start.length)}${start.toLowerCase()}ay`;
      return /^[A-Z]/.test(word) ? (moved[0] ?? '').toUpperCase() + moved.slice(1) : moved;
    }),
  }),
});
