import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Zalgo text generator',
  summary: 'Add marks above, below and through the letters of a text',
  keywords: 'glitch creepy cursed',
  input: {
    text: input.text('Text', 'He comes', { max: 2000 }),
    marks: input.optional(input.integer('Marks a letter', 6, 1, 30)),
  },
  output: { text: output.text('Text') },
  run: ({ text, marks: stubMembers }) => ({
    text: [...text]
      .map((letter) =>
        letter.trim() === ''
          ? letter
          : letter +
            Array.from({ length: stubMembers }, () => String.fromCodePoint(randomInt(0x300, 0x370))).join(''),
      )
      .join(''),
  }),
});
