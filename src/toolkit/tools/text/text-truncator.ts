import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text truncator',
  summary: 'Shorten text to a number of characters, at a word boundary if possible',
  keywords: 'cut shorten ellipsis',
  input: {
    text: input.text('Text', 'The quick brown fox jumps over the lazy dog'),
    length: input.integer('Characters at most', 20, 1, 100_000),
    ending: input.optional(input.line('Ending', '…', { max: 20 })),
    wholeWords: input.flag('Whole words', true),
  },
  output: { text: output.text('Text'), isShortened: output.flag('Shortened') },
  sample: { text: 'The quick brown fox…', isShortened: true },
  run: ({ text, length, ending, wholeWords }) => {
    const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
    if (characters.length <= length) return { text, isShortened: false };
    const remaining = characters.slice(0, Math.max(0, length - [...ending].length)).join('');
    const space = remaining.lastIndexOf(' ');
    const cutsWord = !/\s/.test(characters[length - [...ending].length] ?? ' ');
    const start = wholeWords && cutsWord && space > 0 ? remaining.slice(0, space) : remaining;
    return { text: start.trimEnd() + ending, isShortened: true };
  },
});
