import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'text-truncator',
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
  }),
  tool({
    slug: 'text-wrapper',
    title: 'Text wrapper',
    summary: 'Wrap the lines of a text at a width',
    keywords: 'wrap column fold reflow',
    input: {
      text: input.text('Text', 'The quick brown fox jumps over the lazy dog and runs away into the forest.'),
      width: input.optional(input.integer('Characters a line', 40, 5, 1000), 80),
      prefix: input.line('Start each line with', '', { max: 20 }),
    },
    output: { text: output.text('Text') },
    sample: { text: 'The quick brown fox jumps over the lazy\ndog and runs away into the forest.' },
    run: ({ text, width, prefix }) => ({
      text: text
        .split('\n')
        .flatMap((line) => wrap(line, width))
        .map((line) => prefix + line)
        .join('\n'),
    }),
  }),
  tool({
    slug: 'text-separator',
    title: 'Text separator',
    summary: 'Split text at one separator and join it with another',
    keywords: 'split join delimiter comma newline tab',
    input: {
      text: input.text('Text', 'red;green;blue'),
      split: input.line('Split at', ';', {
        min: 1,
        max: 100,
        description: 'Use \\n for a line break and \\t for a tab',
      }),
      join: input.optional(input.line('Join with', '\\n', { max: 100 })),
      trim: input.flag('Trim spaces', true),
    },
    output: { text: output.text('Text'), parts: output.integer('Parts') },
    sample: { text: 'red\ngreen\nblue', parts: 3 },
    run: ({ text, split, join, trim }) => {
      const parts = text.split(unescape(split)).map((part) => (trim ? part.trim() : part));
      const result = parts.join(unescape(join));
      if (result.length > 2_000_000) throw invalid('join', 'The result is longer than 2,000,000 characters');
      return { text: result, parts: parts.length };
    },
  }),
  tool({
    slug: 'text-repeater',
    title: 'Text repeater',
    summary: 'Repeat a text a number of times',
    input: {
      text: input.text('Text', 'Hello'),
      times: input.integer('Times', 3, 1, 10_000),
      separator: input.optional(input.line('Separator', ', ', { max: 100 }), ''),
    },
    output: { text: output.text('Text') },
    sample: { text: 'Hello, Hello, Hello' },
    run: ({ text, times, separator }) => {
      if ((text.length + separator.length) * times > 1_000_000)
        throw invalid('times', 'The result is longer than 1,000,000 characters');
      return { text: Array.from({ length: times }, () => text).join(separator) };
    },
  }),
  tool({
    slug: 'text-replacer',
    title: 'Text replacer',
    summary: 'Replace every occurrence of a text',
    keywords: 'find replace substitute',
    input: {
      text: input.text('Text', 'The cat sat on the mat'),
      find: input.line('Find', 'the', { min: 1 }),
      replace: input.optional(input.line('Replace with', 'a'), ''),
      ignoreCase: input.flag('Ignore case', true),
    },
    output: { text: output.text('Text'), replaced: output.integer('Replaced') },
    sample: { text: 'a cat sat on a mat', replaced: 2 },
    run: ({ text, find, replace, ignoreCase }) => {
      const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), ignoreCase ? 'giu' : 'gu');
      let replaced = 0;
      const result = text.replace(pattern, () => {
        replaced += 1;
        return replace;
      });
      if (result.length > 2_000_000)
        throw invalid('replace', 'The result is longer than 2,000,000 characters');
      return { text: result, replaced };
    },
  }),
];

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

const unescape = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
