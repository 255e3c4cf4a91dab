import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const numerals: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function toRoman(number: number): string {
  let rest = number;
  return numerals
    .map(([numeral, value]) => {
      const times = Math.floor(rest / value);
      rest -= times * value;
      return numeral.repeat(times);
    })
    .join('');
}

function fromRoman(text: string): number {
  let rest = text;
  let sum = 0;
  for (const [numeral, value] of numerals)
    while (rest.startsWith(numeral)) {
      sum += value;
      rest = rest.slice(numeral.length);
    }
  if (rest !== '' || sum === 0 || toRoman(sum) !== text)
    throw invalid('roman', 'Send Roman numerals in their usual order, such as MCMXCIX');
  return sum;
}

export default [
  tool({
    slug: 'number-to-roman-numerals',
    title: 'Number to Roman numerals',
    summary: 'Convert a number to Roman numerals',
    input: { number: input.integer('Number', 1999, 1, 3999) },
    output: { roman: output.text('Roman numerals') },
    sample: { roman: 'MCMXCIX' },
    run: ({ number }) => ({ roman: toRoman(number) }),
  }),
  tool({
    slug: 'roman-numerals-to-number',
    title: 'Roman numerals to number',
    summary: 'Convert Roman numerals to a number',
    input: { roman: input.line('Roman numerals', 'MMXXVI', { max: 20 }) },
    output: { number: output.integer('Number') },
    sample: { number: 2026 },
    run: ({ roman }) => ({ number: fromRoman(roman.trim().toUpperCase()) }),
  }),
];
