import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Nano ID generator',
  summary: 'Create short random ids that are safe in URLs',
  keywords: 'nanoid unique id short',
  input: {
    length: input.optional(input.integer('Length', 21, 2, 100)),
    count: input.optional(input.integer('Count', 1, 1, 1000)),
    alphabet: input.optional(
      input.line('Alphabet', '_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', {
        min: 2,
        max: 256,
      }),
    ),
  },
  output: { id: output.code('ID'), ids: output.list('All') },
  run: ({ length, count, alphabet }) => {
    const letters = [...alphabet];
    const ids = Array.from({ length: count }, () =>
      Array.from({ length }, () => letters[randomInt(letters.length)] ?? '').join(''),
    );
    return { id: ids[0] ?? '', ids };
  },
});
