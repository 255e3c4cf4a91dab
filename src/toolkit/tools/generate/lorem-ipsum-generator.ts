import { randomInt } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

const words =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum'.split(
    ' ',
  );

export default tool({
  title: 'Lorem ipsum generator',
  summary: 'Create placeholder text',
  keywords: 'dummy filler text',
  input: {
    count: input.optional(input.integer('Count', 3, 1, 100)),
    unit: input.choice('Of', ['paragraphs', 'sentences', 'words'], 'paragraphs'),
    classic: input.flag('Begin with Lorem ipsum', true),
  },
  output: { text: output.text('Text') },
  run: ({ count, unit, classic }) => {
    const pick = (from: number, to: number) =>
      Array.from({ length: randomInt(from, to) }, () => words[randomInt(words.length)] ?? '');
    const sentence = (first: boolean) => {
      const list = first && classic ? [...words.slice(0, 8), ...pick(0, 6)] : pick(6, 16);
      const text = list.join(' ');
      return `${(text[0] ?? '').toUpperCase()}${text.slice(1)}.`;
    };
    const sentences = (amount: number, first: boolean) =>
      Array.from({ length: amount }, (_, i) => sentence(first && i === 0)).join(' ');
    if (unit === 'words')
      return {
        text: (classic ? [...words.slice(0, count), ...pick(count, count + 1)] : pick(count, count + 1))
          .slice(0, count)
          .join(' '),
      };
    if (unit === 'sentences') return { text: sentences(count, true) };
    return {
      text: Array.from({ length: count }, (_, i) => sentences(randomInt(4, 8), i === 0)).join('\n\n'),
    };
  },
});
