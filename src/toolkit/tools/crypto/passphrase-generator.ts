import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Passphrase generator',
  summary: 'Create passphrases of random pronounceable words',
  keywords: 'diceware words memorable',
  secret: true,
  input: {
    words: input.optional(input.integer('Words', 5, 3, 20)),
    separator: input.optional(input.line('Separator', '-', { max: 5 })),
    capitals: input.flag('Capital letters'),
    number: input.flag('With a number'),
  },
  output: { passphrase: output.text('Passphrase'), bits: output.number('Bits of entropy') },
  run: ({ words, separator, capitals, number }) => {
    const consonants = 'bdfghjklmnprstvz';
    const vowels = 'aeiou';
    const pick = (set: string) => set[randomInt(set.length)] ?? '';
    const word = () => {
      const text = pick(consonants) + pick(vowels) + pick(consonants) + pick(vowels) + pick(consonants);
      return capitals ? (text[0] ?? '').toUpperCase() + text.slice(1) : text;
    };
    const parts = Array.from({ length: words }, word);
    const bits = words * Math.log2(16 ** 3 * 5 ** 2) + (number ? Math.log2(100) : 0);
    return {
      passphrase: [...parts, ...(number ? [String(randomInt(100))] : [])].join(separator),
      bits: Math.round(bits),
    };
  },
});
