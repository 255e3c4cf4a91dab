import { randomInt, randomBytes } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'password-generator',
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
  }),
  tool({
    slug: 'passphrase-generator',
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
  }),
  tool({
    slug: 'password-strength-checker',
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
      advice: [
        'Use at least 12 characters',
        'Several random words are easier to remember and harder to guess',
      ],
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
  }),
  tool({
    slug: 'random-bytes-generator',
    title: 'Random key generator',
    summary: 'Create random bytes for keys and tokens',
    keywords: 'secret token bytes api key',
    secret: true,
    input: { bytes: input.optional(input.integer('Bytes', 32, 1, 1024)) },
    output: {
      hex: output.code('Hex'),
      base64: output.code('Base64'),
      base64url: output.code('Base64 for URLs'),
    },
    run: ({ bytes }) => {
      const random = randomBytes(bytes);
      return {
        hex: random.toString('hex'),
        base64: random.toString('base64'),
        base64url: random.toString('base64url'),
      };
    },
  }),
];
