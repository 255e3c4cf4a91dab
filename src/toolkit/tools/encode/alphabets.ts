import { input, output, tool } from '../../tool.ts';

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

const words =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  );

const digits = 'Zero One Two Three Four Five Six Seven Eight Nine'.split(' ');

export default [
  tool({
    slug: 'morse-converter',
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
  }),
  tool({
    slug: 'nato-alphabet',
    title: 'NATO phonetic alphabet',
    summary: 'Spell text with Alfa, Bravo, Charlie',
    keywords: 'spelling radio icao',
    input: { text: input.text('Text', 'Plaza 7', { max: 5000 }) },
    output: { text: output.text('Spelled') },
    sample: { text: 'Papa Lima Alfa Zulu Alfa Seven' },
    run: ({ text }) => ({
      text: [...text]
        .map(
          (c) =>
            words[c.toUpperCase().charCodeAt(0) - 65] ?? (/\d/.test(c) ? (digits[Number(c)] ?? c) : c.trim()),
        )
        .filter(Boolean)
        .join(' '),
    }),
  }),
  tool({
    slug: 'a1z26-cipher',
    title: 'A1Z26 cipher',
    summary: 'Encode letters as their numbers in the alphabet, or decode them',
    input: {
      text: input.text('Text or numbers', 'Hello World'),
      mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
    },
    output: { text: output.text('Result') },
    sample: { text: '8-5-12-12-15 23-15-18-12-4' },
    run: ({ text, mode }) => ({
      text:
        mode === 'encode'
          ? text
              .toUpperCase()
              .split(/\s+/)
              .map((word) => [...word].map((c) => (/[A-Z]/.test(c) ? c.charCodeAt(0) - 64 : c)).join('-'))
              .join(' ')
          : text
              .split(/\s+/)
              .map((word) =>
                word
                  .split('-')
                  .map((n) =>
                    /^\d{1,2}$/.test(n) && Number(n) >= 1 && Number(n) <= 26
                      ? String.fromCharCode(64 + Number(n))
                      : n,
                  )
                  .join(''),
              )
              .join(' '),
    }),
  }),
  tool({
    slug: 'bacon-cipher',
    title: 'Bacon cipher',
    summary: 'Encode each letter as five letters A and B, or decode them',
    input: {
      text: input.text('Text', 'Hello'),
      mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
    },
    output: { text: output.text('Text') },
    sample: { text: 'AABBB AABAA ABABB ABABB ABBBA' },
    run: ({ text, mode }) => {
      if (mode === 'encrypt')
        return {
          text: [...text.toUpperCase()]
            .filter((c) => /[A-Z]/.test(c))
            .map((c) =>
              (c.charCodeAt(0) - 65).toString(2).padStart(5, '0').replaceAll('0', 'A').replaceAll('1', 'B'),
            )
            .join(' '),
        };
      const groups = text.toUpperCase().replace(/[^AB]/g, '').match(/.{5}/g) ?? [];
      return {
        text: groups
          .map((group) => Number.parseInt(group.replaceAll('A', '0').replaceAll('B', '1'), 2))
          .map((index) => (index < 26 ? String.fromCharCode(65 + index) : '?'))
          .join(''),
      };
    },
  }),
];
