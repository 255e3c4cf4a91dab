import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Readability checker',
  summary: 'Measure the reading level of an English text',
  keywords: 'flesch kincaid gunning fog grade',
  input: {
    text: input.text(
      'Text',
      'The cat sat on the mat. It was warm, and the sun was shining through the open window.',
    ),
  },
  output: {
    readingEase: output.number('Flesch reading ease'),
    grade: output.number('Flesch-Kincaid grade'),
    fog: output.number('Gunning fog index'),
    automated: output.number('Automated readability index'),
    words: output.integer('Words'),
    sentences: output.integer('Sentences'),
    syllables: output.integer('Syllables'),
    verdict: output.text('Verdict'),
  },
  sample: {
    readingEase: 99,
    grade: 1.7,
    fog: 3.6,
    automated: 0.1,
    words: 18,
    sentences: 2,
    syllables: 21,
    verdict: 'very easy',
  },
  run: ({ text }) => {
    const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment);
    const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].filter(
      ({ segment }) => segment.trim() !== '',
    ).length;
    if (words.length === 0) throw invalid('text', 'Send a text with words');
    const counts = words.map(syllablesOf);
    const syllables = counts.reduce((sum, count) => sum + count, 0);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    const [perSentence, perWord] = [words.length / sentences, syllables / words.length];
    const round = (value: number) => Math.round(value * 10) / 10;
    const ease = 206.835 - 1.015 * perSentence - 84.6 * perWord;
    const verdict =
      ease >= 90
        ? 'very easy'
        : ease >= 70
          ? 'easy'
          : ease >= 60
            ? 'plain'
            : ease >= 50
              ? 'fairly hard'
              : ease >= 30
                ? 'hard'
                : 'very hard';
    return {
      readingEase: round(ease),
      grade: round(0.39 * perSentence + 11.8 * perWord - 15.59),
      fog: round(0.4 * (perSentence + (100 * counts.filter((count) => count >= 3).length) / words.length)),
      automated: round(4.71 * (letters / words.length) + 0.5 * perSentence - 21.43),
      words: words.length,
      sentences,
      syllables,
      verdict,
    };
  },
});

/** Counts groups of vowels, minus a silent e. Correct for nine in ten words. */
function syllablesOf(word: string): number {
  const plain = word
    .toLowerCase()
    .slice(0, 50)
    .replace(/[^a-z]/g, '')
    .replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, '');
  return Math.max(1, plain.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}
