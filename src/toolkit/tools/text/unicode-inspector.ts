import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Unicode inspector',
  summary: 'Show the code points, categories and UTF-8 bytes of every character',
  keywords: 'code point hidden invisible characters zero width',
  input: { text: input.text('Text', 'Aé👍', { max: 2000 }) },
  output: {
    characters: output.table('Characters', {
      character: output.text('Character'),
      codePoint: output.text('Code point'),
      category: output.text('Category'),
      utf8: output.text('UTF-8'),
    }),
    invisible: output.integer('Invisible characters'),
  },
  sample: {
    characters: [
      { character: 'A', codePoint: 'U+0041', category: 'Uppercase letter', utf8: '41' },
      { character: 'é', codePoint: 'U+00E9', category: 'Lowercase letter', utf8: 'c3 a9' },
      { character: '👍', codePoint: 'U+1F44D', category: 'Symbol', utf8: 'f0 9f 91 8d' },
    ],
    invisible: 0,
  },
  run: ({ text }) => {
    const characters = [...text].map((character) => ({
      character,
      codePoint: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      category: categoryOf(character),
      utf8: (Buffer.from(character).toString('hex').match(/../g) ?? []).join(' '),
    }));
    return {
      characters,
      invisible: characters.filter(({ category }) => category === 'Control or format').length,
    };
  },
});

const categories: readonly (readonly [RegExp, string])[] = [
  [/\p{Lu}/u, 'Uppercase letter'],
  [/\p{Ll}/u, 'Lowercase letter'],
  [/\p{L}/u, 'Letter'],
  [/\p{M}/u, 'Mark'],
  [/\p{N}/u, 'Number'],
  [/\p{P}/u, 'Punctuation'],
  [/\p{Sc}/u, 'Currency'],
  [/\p{S}/u, 'Symbol'],
  [/\p{Z}/u, 'Space'],
  [/\p{C}/u, 'Control or format'],
];

const categoryOf = (character: string) =>
  categories.find(([pattern]) => pattern.test(character))?.[1] ?? 'Other';
