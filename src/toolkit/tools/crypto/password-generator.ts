import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Password generator',
  summary: 'Create strong random passwords',
  keywords: 'random secure',
  secret: true,
  input: {
    length: input.optional(input.integer('Length', 20, 4, 256)),
    count: input.optional(input.integer('Passwords', 1, 1, 100)),
    upper: input.flag('Capital letters', true),
    digits: input.flag('Digits', true),
    signs: input.flag('Signs', true),
    unambiguous: input.flag('Without 0 O 1 l I'),
  },
  output: { passwords: output.list('Passwords'), bits: output.number('Bits of entropy') },
  run: ({ length, count, upper, digits, signs, unambiguous }) => {
    const without = (set: string) => (unambiguous ? set.replace(/[0O1lI]/g, '') : set);
    const sets = [
      'abcdefghijklmnopqrstuvwxyz',
      upper && 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      digits && '0123456789',
      signs && '!#$%&*+-.:;<=>?@^_~',
    ]
      .filter((set) => set !== false)
      .map(without);
    const all = sets.join('');
    const pick = (set: string) => set[randomInt(set.length)] ?? '';
    const create = (): string => {
      // Redrawn until every kind of character occurs, so that every position is equally random.
      for (;;) {
        const password = Array.from({ length }, () => pick(all)).join('');
        if (sets.every((set) => [...set].some((letter) => password.includes(letter)))) return password;
      }
    };
    return {
      passwords: Array.from({ length: count }, create),
      bits: Math.round(length * Math.log2(all.length)),
    };
  },
});
