import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

const codes = `A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-. S... T- U..-
 V...- W.-- X-..- Y-.-- Z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. ,--..-- ?..--..
 '.----. !-.-.-- /-..-. (-.--. )-.--.- &.-... :---... ;-.-.-. =-...- +.-.-. _..--.- ".-..-. @.--.-. É..-.. Ä.-.- Ö---. Ü..--`;

const toCode = new Map(codes.split(/\s+/).map((entry) => [entry.slice(0, 1), entry.slice(1)]));
// Added separately, because codes consist of these characters.
toCode.set('.', '.-.-.-').set('-', '-....-');
const toLetter = new Map([...toCode].map(([letter, code]) => [code, letter]));

/** International Morse code (ITU-R M.1677-1), with a slash between words. Unknown characters are skipped. */
export const toMorse = (text: string) =>
  text
    .toUpperCase()
    .trim()
    .split(/\s+/)
    .map((word) => [...word].flatMap((letter) => toCode.get(letter) ?? []).join(' '))
    .join(' / ');

export const fromMorse = (morse: string) =>
  morse
    .replace(/[·•]/g, '.')
    .replace(/[–—−_]/g, '-')
    .trim()
    .split(/[/|\n]/)
    .map((word) =>
      word
        .split(/\s+/)
        .filter(Boolean)
        .map((code) => toLetter.get(code) ?? '?')
        .join(''),
    )
    .join(' ');

export default tool({
  title: 'Morse code converter',
  summary: 'Translate text to international Morse code and back',
  keywords: 'dots dashes cw',
  input: {
    text: input.text('Text or Morse code', 'SOS help', { max: 10_000 }),
    mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
  },
  output: { result: output.text('Result') },
  sample: { result: '... --- ... / .... . .-.. .--.' },
  run: ({ text, mode }) => ({ result: mode === 'encode' ? toMorse(text) : fromMorse(text) }),
});
