import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = [
  '',
  'thousand',
  'million',
  'billion',
  'trillion',
  'quadrillion',
  'quintillion',
  'sextillion',
  'septillion',
  'octillion',
  'nonillion',
  'decillion',
];

export default tool({
  title: 'Number to words',
  summary: 'Write a number in English words',
  keywords: 'spell check cheque',
  input: { number: input.line('Number', '1234567.89', { max: 40 }) },
  output: { words: output.text('Words'), ordinal: output.text('Ordinal') },
  sample: {
    words: 'one million two hundred thirty-four thousand five hundred sixty-seven point eight nine',
    ordinal: '',
  },
  run: ({ number }) => {
    const match = /^(-?)(\d{1,36})(?:\.(\d{1,20}))?$/.exec(number.replace(/[\s,_]/g, ''));
    if (!match) throw invalid('number', 'Send a number of at most 36 digits');
    const whole = wordsOf(BigInt(match[2] ?? '0'));
    const part =
      match[3] === undefined
        ? ''
        : ` point ${[...match[3]].map((digit) => small[Number(digit)] ?? '').join(' ')}`;
    return { words: (match[1] ? 'minus ' : '') + whole + part, ordinal: part === '' ? toOrdinal(whole) : '' };
  },
});

function wordsOf(value: bigint): string {
  if (value === 0n) return 'zero';
  const groups: string[] = [];
  for (let rest = value, scale = 0; rest > 0n; rest /= 1000n, scale += 1) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(`${below1000(group)} ${scales[scale] ?? ''}`.trim());
  }
  return groups.join(' ');
}

function below1000(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const low =
    rest < 20
      ? rest > 0
        ? (small[rest] ?? '')
        : ''
      : [tens[Math.floor(rest / 10)], rest % 10 > 0 ? small[rest % 10] : ''].filter(Boolean).join('-');
  return [hundreds > 0 ? `${small[hundreds] ?? ''} hundred` : '', low].filter(Boolean).join(' ');
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
function toOrdinal(words: string): string {
  const at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
  const last = words.slice(at);
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`;
  return words.slice(0, at) + (irregular[last] ?? regular);
}
