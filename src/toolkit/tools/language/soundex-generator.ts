import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

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
