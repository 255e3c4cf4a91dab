import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Unicode escaper',
  summary: 'Escape characters for JavaScript, Python, CSS or HTML',
  keywords: 'unicode escape \\u',
  input: {
    text: input.text('Text', 'é 👋'),
    style: input.choice('Style', ['\\uXXXX', '\\u{X}', '\\UXXXXXXXX', 'CSS', 'U+'], '\\uXXXX'),
    ascii: input.flag('Escape ASCII too'),
  },
  output: { escaped: output.code('Escaped') },
  sample: { escaped: '\\u00E9 \\uD83D\\uDC4B' },
  run: ({ text, style, ascii }) => ({
    escaped: [...text].map((c) => (ascii || c > '\x7f' ? escapeIn(c, style) : c)).join(''),
  }),
});

function escapeIn(character: string, style: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  if (style === '\\u{X}') return `\\u{${hex}}`;
  if (style === '\\UXXXXXXXX') return `\\U${hex.padStart(8, '0')}`;
  if (style === 'CSS') return `\\${hex} `;
  if (style === 'U+') return `U+${hex.padStart(4, '0')} `;
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('');
}
