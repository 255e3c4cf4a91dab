import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Emoji remover',
  summary: 'Remove all emoji from a text',
  keywords: 'emojis strip smileys',
  input: { text: input.text('Text', 'Well done 👏🏽 team 👩‍💻🎉!') },
  output: { text: output.text('Text'), removed: output.integer('Emoji removed') },
  sample: { text: 'Well done  team !', removed: 3 },
  run: ({ text }) => {
    let removed = 0;
    const remaining = [...new Intl.Segmenter('en').segment(text)].filter(({ segment }) => {
      const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(segment);
      if (isEmoji) removed += 1;
      return !isEmoji;
    });
    return { text: remaining.map(({ segment }) => segment).join(''), removed };
  },
});
