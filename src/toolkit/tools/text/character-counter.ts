import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Character counter',
  summary: 'Count characters, words, sentences, lines and bytes of a text',
  keywords: 'word count letters length',
  input: { text: input.text('Text', 'The quick brown fox jumps over the lazy dog. It sleeps!') },
  output: {
    characters: output.integer('Characters'),
    withoutSpaces: output.integer('Characters without spaces'),
    words: output.integer('Words'),
    sentences: output.integer('Sentences'),
    lines: output.integer('Lines'),
    paragraphs: output.integer('Paragraphs'),
    bytes: output.integer('Bytes in UTF-8'),
    readingMinutes: output.number('Minutes to read'),
  },
  sample: {
    characters: 55,
    withoutSpaces: 45,
    words: 11,
    sentences: 2,
    lines: 1,
    paragraphs: 1,
    bytes: 55,
    readingMinutes: 0,
  },
  run: ({ text }) => {
    const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
    const words = count(text, 'word', ({ isWordLike }) => isWordLike === true);
    return {
      characters: characters.length,
      withoutSpaces: characters.filter(({ segment }) => segment.trim() !== '').length,
      words,
      sentences: count(text, 'sentence', ({ segment }) => segment.trim() !== ''),
      lines: text === '' ? 0 : text.split('\n').length,
      paragraphs: text.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '').length,
      bytes: Buffer.byteLength(text),
      readingMinutes: Math.round((words / 238) * 10) / 10,
    };
  },
});

function count(
  text: string,
  granularity: 'word' | 'sentence',
  counts: (segment: Intl.SegmentData) => boolean,
): number {
  let found = 0;
  for (const segment of new Intl.Segmenter('en', { granularity }).segment(text))
    if (counts(segment)) found += 1;
  return found;
}
