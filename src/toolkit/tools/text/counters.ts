import { input, output, tool } from '../../tool.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export default [
  tool({
    slug: 'character-counter',
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
  }),
  tool({
    slug: 'text-size-calculator',
    title: 'Text size calculator',
    summary: 'Measure the bytes of a text in several encodings, and compressed',
    keywords: 'bytes length utf-8 utf-16 gzip brotli',
    input: { text: input.text('Text', 'Grüße 👋') },
    output: {
      characters: output.integer('Characters'),
      codePoints: output.integer('Code points'),
      utf8: output.integer('Bytes in UTF-8'),
      utf16: output.integer('Bytes in UTF-16'),
      gzip: output.integer('Bytes with gzip'),
      brotli: output.integer('Bytes with Brotli'),
    },
    sample: { characters: 7, codePoints: 7, utf8: 12, utf16: 16, gzip: 33, brotli: 16 },
    run: ({ text }) => ({
      characters: [...new Intl.Segmenter('en').segment(text)].length,
      codePoints: [...text].length,
      utf8: Buffer.byteLength(text),
      utf16: text.length * 2,
      gzip: gzipSync(text).length,
      brotli: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
    }),
  }),
  tool({
    slug: 'letter-frequency-counter',
    title: 'Letter frequency counter',
    summary: 'Count the letters and characters in a text',
    keywords: 'character frequency analysis cipher',
    input: { text: input.text('Text', 'Hello, world'), ignoreCase: input.flag('Ignore case', true) },
    output: {
      characters: output.table('Characters', {
        character: output.text('Character'),
        count: output.integer('Count'),
        percent: output.number('Percent'),
      }),
      entropy: output.number('Entropy in bits per character'),
    },
    sample: {
      characters: [
        { character: 'l', count: 3, percent: 25 },
        { character: 'o', count: 2, percent: 16.7 },
        { character: ' ', count: 1, percent: 8.3 },
        { character: ',', count: 1, percent: 8.3 },
        { character: 'd', count: 1, percent: 8.3 },
        { character: 'e', count: 1, percent: 8.3 },
        { character: 'h', count: 1, percent: 8.3 },
        { character: 'r', count: 1, percent: 8.3 },
        { character: 'w', count: 1, percent: 8.3 },
      ],
      entropy: 3.022,
    },
    run: ({ text, ignoreCase }) => {
      const counts = new Map<string, number>();
      const all = [...(ignoreCase ? text.toLowerCase() : text)];
      for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
      const characters = [...counts]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .slice(0, 500)
        .map(([character, count]) => ({
          character,
          count,
          percent: Math.round((count / all.length) * 1000) / 10,
        }));
      const entropy = [...counts.values()].reduce((sum, count) => {
        const share = count / all.length;
        return sum - share * Math.log2(share);
      }, 0);
      return { characters, entropy: Math.round(entropy * 1000) / 1000 };
    },
  }),
  tool({
    slug: 'word-frequency-counter',
    title: 'Word frequency counter',
    summary: 'Count how often each word occurs in a text',
    keywords: 'density keyword occurrences',
    input: {
      text: input.text('Text', 'To be, or not to be, that is the question'),
      max: input.optional(input.integer('Words at most', 50, 1, 1000)),
      shortest: input.optional(input.integer('Letters at least', 1, 1, 20)),
    },
    output: {
      words: output.table('Words', {
        word: output.text('Word'),
        count: output.integer('Count'),
        percent: output.number('Percent'),
      }),
      total: output.integer('Words in all'),
      distinct: output.integer('Distinct words'),
    },
    sample: {
      words: [
        { word: 'be', count: 2, percent: 20 },
        { word: 'to', count: 2, percent: 20 },
        { word: 'is', count: 1, percent: 10 },
        { word: 'not', count: 1, percent: 10 },
        { word: 'or', count: 1, percent: 10 },
        { word: 'question', count: 1, percent: 10 },
        { word: 'that', count: 1, percent: 10 },
        { word: 'the', count: 1, percent: 10 },
      ],
      total: 10,
      distinct: 8,
    },
    run: ({ text, max, shortest }) => {
      const counts = new Map<string, number>();
      let total = 0;
      for (const { segment, isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
        if (!isWordLike || [...segment].length < shortest) continue;
        const word = segment.toLowerCase();
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total += 1;
      }
      const words = [...counts]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .slice(0, max)
        .map(([word, count]) => ({ word, count, percent: Math.round((count / total) * 1000) / 10 }));
      return { words, total, distinct: counts.size };
    },
  }),
];

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
