import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'unicode-escaper',
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
  }),
  tool({
    slug: 'unicode-unescaper',
    title: 'Unicode unescaper',
    summary: 'Decode \\u, \\x and U+ escapes to characters',
    input: { escaped: input.text('Escaped text', '\\u00E9 \\uD83D\\uDC4B \\x41 U+20AC') },
    output: { text: output.text('Text') },
    sample: { text: 'é 👋 A €' },
    run: ({ escaped }) => ({
      text: escaped.replace(
        /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})|\\x([0-9a-f]{2})|U\+([0-9a-f]{4,6})/gi,
        (whole, ...groups: (string | undefined)[]) => {
          const code = Number.parseInt(groups.slice(0, 5).find((group) => group !== undefined) ?? '', 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      ),
    }),
  }),
];

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
