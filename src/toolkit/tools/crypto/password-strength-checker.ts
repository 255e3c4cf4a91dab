import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Password strength checker',
  summary: 'Estimate how long it takes to guess a password',
  keywords: 'entropy zxcvbn strong weak',
  secret: true,
  isolated: true,
  input: { password: input.line('Password', 'Tr0ub4dor&3', { max: 200 }) },
  output: {
    score: output.integer('Score from 0 to 4'),
    bits: output.number('Bits of entropy at most'),
    isCommon: output.flag('Among the most common passwords'),
    advice: output.list('Advice'),
  },
  sample: {
    score: 3,
    bits: 72.3,
    isCommon: false,
    advice: ['Use at least 12 characters', 'Several random words are easier to remember and harder to guess'],
  },
  run: async ({ password }) => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const isCommon = (dictionary['passwords-common'] as readonly string[]).includes(password.toLowerCase());
    const sets: readonly (readonly [RegExp, number])[] = [
      [/[a-z]/, 26],
      [/[A-Z]/, 26],
      [/\d/, 10],
      [/[^\w\s]|_/, 33],
      [/\s/, 1],
      [/[^\x00-\x7f]/, 100],
    ];
    const alphabet = sets
      .filter(([pattern]) => pattern.test(password))
      .reduce((sum, [, size]) => sum + size, 0);
    const distinct = new Set(password).size;
    // Repeated characters add little.
    const bits = isCommon
      ? 10
      : Math.min([...password].length, distinct * 1.5) * Math.log2(Math.max(alphabet, 2));
    const score = bits < 28 ? 0 : bits < 36 ? 1 : bits < 60 ? 2 : bits < 80 ? 3 : 4;
    const advice = [
      isCommon && 'This is one of the first passwords that are tried',
      [...password].length < 12 && 'Use at least 12 characters',
      distinct < [...password].length / 2 && 'Repeat fewer characters',
      score < 4 && 'Several random words are easier to remember and harder to guess',
    ].filter((line) => line !== false);
    return { score, bits: Math.round(bits * 10) / 10, isCommon, advice };
  },
});
