import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const stopWords = new Set(
  'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its just me more my no nor not of on or our out over own she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

export default tool({
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
});
