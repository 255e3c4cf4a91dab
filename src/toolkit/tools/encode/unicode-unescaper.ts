import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
