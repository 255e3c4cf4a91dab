import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

const words =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  );
const digits = 'Zero One Two Three Four Five Six Seven Eight Nine'.split(' ');

export default tool({
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
});
