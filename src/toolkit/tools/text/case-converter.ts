import { input, output, tool } from '../../tool.ts';

const styles = [
  'lower',
  'upper',
  'title',
  'sentence',
  'camel',
  'pascal',
  'snake',
  'constant',
  'kebab',
  'dot',
  'path',
  'train',
  'alternating',
  'swap',
] as const;

export default tool({
  title: 'Case converter',
  summary: 'Change text to upper, lower, title, camel, snake, kebab and other cases',
  keywords: 'uppercase lowercase capitalize camelCase snake_case',
  input: {
    text: input.text('Text', 'The quick brown fox'),
    style: input.required(input.choice('Case', styles, 'title')),
  },
  output: { text: output.text('Text') },
  sample: { text: 'The Quick Brown Fox' },
  run: ({ text, style }) => ({ text: convert(text, style) }),
});

function convert(text: string, style: (typeof styles)[number]): string {
  switch (style) {
    case 'lower':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'title':
      return text.toLowerCase().replace(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu, capitalize);
    case 'sentence':
      return text.toLowerCase().replace(/(?:^|[.!?]\s)\s*\p{L}/gu, (start) => start.toUpperCase());
    case 'alternating':
      return [...text].map((c, i) => (i % 2 === 0 ? c.toLowerCase() : c.toUpperCase())).join('');
    case 'swap':
      return [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
    default:
      return text
        .split('\n')
        .map((line) => join(wordsOf(line), style))
        .join('\n');
  }
}

/** Splits at spaces, punctuation and inner capitals: `parseHTMLText` has three words. */
const wordsOf = (line: string): string[] =>
  line
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

function join(words: string[], style: string): string {
  if (style === 'camel') return words.map((word, i) => (i === 0 ? word : capitalize(word))).join('');
  if (style === 'pascal') return words.map(capitalize).join('');
  if (style === 'constant') return words.join('_').toUpperCase();
  if (style === 'train') return words.map(capitalize).join('-');
  const sign = { snake: '_', kebab: '-', dot: '.', path: '/' }[style] ?? ' ';
  return words.join(sign);
}

const capitalize = (word: string) => {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
};
