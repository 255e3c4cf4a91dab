import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'pluralizer',
    title: 'Plural rules checker',
    summary: 'Show the plural forms of a language, and the one that a number takes',
    keywords: 'cldr i18n plural ordinal',
    input: {
      locale: input.line('Language', 'ar', { max: 20 }),
      number: input.number('Number', 5),
      ordinal: input.flag('Ordinal'),
    },
    output: { category: output.text('Form'), categories: output.list('All forms of the language') },
    sample: { category: 'few', categories: ['zero', 'one', 'two', 'few', 'many', 'other'] },
    run: ({ locale, number, ordinal }) => {
      try {
        const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
        return { category: rules.select(number), categories: rules.resolvedOptions().pluralCategories };
      } catch {
        throw invalid('locale', 'Send a language such as ar');
      }
    },
  }),
  tool({
    slug: 'pig-latin-translator',
    title: 'Pig Latin translator',
    summary: 'Translate English to Pig Latin',
    input: { text: input.text('Text', 'The quick brown fox eats') },
    output: { text: output.text('Text') },
    sample: { text: 'Ethay ickquay ownbray oxfay eatsway' },
    run: ({ text }) => ({
      text: text.replace(/[a-z]+/gi, (word) => {
        const start = /^(?:qu|[^aeiou])*/i.exec(word.slice(0, 12))?.[0] ?? '';
        const moved =
          start === '' || start.length === word.length
            ? `${word}way`
            : `${word.slice(start.length)}${start.toLowerCase()}ay`;
        return /^[A-Z]/.test(word) ? (moved[0] ?? '').toUpperCase() + moved.slice(1) : moved;
      }),
    }),
  }),
  tool({
    slug: 'transliterator',
    title: 'Transliterator',
    summary: 'Transliterate other alphabets to Latin letters',
    keywords: 'romanize cyrillic greek chinese pinyin',
    isolated: true,
    input: { text: input.text('Text', 'Привет, мир! Ελλάδα 你好', { max: 20_000 }) },
    output: { text: output.text('Text') },
    sample: { text: 'Privet, mir! Ellada Ni Hao' },
    run: async ({ text }) => {
      const { transliterate } = await import('transliteration');
      return { text: transliterate(text) };
    },
  }),
  tool({
    slug: 'anagram-checker',
    title: 'Anagram checker',
    summary: 'Check whether two texts have the same letters',
    input: { a: input.line('First', 'listen'), b: input.line('Second', 'silent') },
    output: { isAnagram: output.flag('Anagram'), letters: output.text('Letters in order') },
    sample: { isAnagram: true, letters: 'eilnst' },
    run: ({ a, b }) => {
      const letters = (text: string) =>
        [...text.toLowerCase()]
          .filter((c) => /[\p{L}\p{N}]/u.test(c))
          .sort()
          .join('');
      return { isAnagram: letters(a) !== '' && letters(a) === letters(b), letters: letters(a) };
    },
  }),
  tool({
    slug: 'soundex-generator',
    title: 'Soundex generator',
    summary: 'Encode English names by their sound',
    keywords: 'phonetic metaphone similar',
    input: { names: input.text('Names', 'Robert\nRupert\nTymczak\nPfister', { max: 20_000 }) },
    output: { codes: output.table('Codes', { name: output.text('Name'), soundex: output.code('Soundex') }) },
    sample: {
      codes: [
        { name: 'Robert', soundex: 'R163' },
        { name: 'Rupert', soundex: 'R163' },
        { name: 'Tymczak', soundex: 'T522' },
        { name: 'Pfister', soundex: 'P236' },
      ],
    },
    run: ({ names }) => ({
      codes: names
        .split('\n')
        .map((name) => name.trim())
        .filter(Boolean)
        .slice(0, 1000)
        .map((name) => ({ name, soundex: soundex(name) })),
    }),
  }),
];

function soundex(name: string): string {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  const digitOf = (letter: string) =>
    ['BFPV', 'CGJKQSXZ', 'DT', 'L', 'MN', 'R'].findIndex((group) => group.includes(letter)) + 1;
  let code = letters[0] ?? '';
  let last = digitOf(code);
  for (const letter of letters.slice(1)) {
    const digit = digitOf(letter);
    if (digit > 0 && digit !== last) code += String(digit);
    // H and W do not separate letters of one group, vowels do.
    if (letter !== 'H' && letter !== 'W') last = digit;
  }
  return letters === '' ? '' : code.slice(0, 4).padEnd(4, '0');
}
