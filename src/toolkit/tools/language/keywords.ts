import { input, output, tool } from '../../tool.ts';

const common = new Set(
  'about after again all also and any are because been before being between both but can could did does each even every first for from get had has have her here him his how into its just know like made make many may more most much must not now off one only other our out over same see she should since some still such than that the their them then there these they this those through time too two under until use very was way were what when where which while who will with would year you your'.split(
    ' ',
  ),
);

const stopWords = new Set(
  'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its just me more my no nor not of on or our out over own she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

export default [
  tool({
    slug: 'keyword-extractor',
    title: 'Keyword extractor',
    summary: 'Find the main words and phrases of an English text',
    keywords: 'tags topics seo density',
    input: {
      text: input.text(
        'Text',
        'Short links make long links short. A link shortener counts clicks, and clicks on short links tell which campaign works.',
      ),
      max: input.optional(input.integer('Maximum keywords', 10, 1, 100)),
    },
    output: {
      keywords: output.table('Keywords', { keyword: output.text('Keyword'), count: output.integer('Count') }),
    },
    sample: {
      keywords: [
        { keyword: 'links', count: 3 },
        { keyword: 'short', count: 3 },
        { keyword: 'short links', count: 2 },
        { keyword: 'clicks', count: 2 },
        { keyword: 'shortener counts', count: 1 },
        { keyword: 'campaign works', count: 1 },
        { keyword: 'link shortener', count: 1 },
        { keyword: 'counts clicks', count: 1 },
        { keyword: 'links short', count: 1 },
        { keyword: 'links tell', count: 1 },
      ],
    },
    run: ({ text, max }) => {
      const counts = new Map<string, number>();
      for (const sentence of text.toLowerCase().split(/[.!?\n;:,()"]+/)) {
        const words = (sentence.match(/[\p{L}][\p{L}'-]{1,40}/gu) ?? []).map((word) =>
          word.length > 2 && !common.has(word) ? word : '',
        );
        for (const [i, word] of words.entries()) {
          const next = words[i + 1];
          for (const phrase of [word, word && next ? `${word} ${next}` : ''])
            if (phrase) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
        }
      }
      const ranked = [...counts].sort(
        ([a, x], [b, y]) => y * b.length ** 0.1 - x * a.length ** 0.1 || y - x || (a < b ? -1 : 1),
      );
      return { keywords: ranked.slice(0, max).map(([keyword, count]) => ({ keyword, count })) };
    },
  }),
  tool({
    slug: 'stop-words-remover',
    title: 'Stop words remover',
    summary: 'Remove the most common English words',
    keywords: 'nlp keywords filter',
    input: { text: input.text('Text', 'This is the story of a fox and its forest') },
    output: { text: output.text('Text'), removed: output.integer('Words removed') },
    sample: { text: 'story fox forest', removed: 7 },
    run: ({ text }) => {
      let removed = 0;
      const remaining = text.split('\n').map((line) =>
        line
          .split(' ')
          .filter((word) => {
            const isStop = stopWords.has(word.toLowerCase().replace(/[^a-z]/g, ''));
            if (isStop) removed += 1;
            return !isStop;
          })
          .join(' '),
      );
      return { text: remaining.join('\n'), removed };
    },
  }),
];
