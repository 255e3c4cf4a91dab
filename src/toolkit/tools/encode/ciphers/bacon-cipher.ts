import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Bacon cipher',
  summary: 'Encode each letter as five letters A and B, or decode them',
  input: { text: input.text('Text', 'Hello'), mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt') },
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
});
