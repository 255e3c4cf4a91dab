import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'ASCII converter',
  summary: 'Convert text to decimal, octal or hexadecimal codes and back',
  keywords: 'charcode ascii-converter decimal-converter octal-converter',
  input: {
    text: input.text('Text or codes', 'Hi!'),
    mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
    base: input.choice('Codes', ['decimal', 'octal', 'hex'], 'decimal'),
  },
  output: { result: output.code('Result') },
  sample: { result: '72 105 33' },
  run: ({ text, mode, base }) => {
    const radix = { decimal: 10, octal: 8, hex: 16 }[base];
    if (mode === 'encode')
      return { result: [...text].map((c) => (c.codePointAt(0) ?? 0).toString(radix)).join(' ') };
    const codes = text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((code) => Number.parseInt(code, radix));
    if (codes.some((code) => !(code >= 0 && code <= 0x10ffff)))
      throw invalid('text', `Send ${base} codes of characters with spaces between`);
    return { result: codes.map((code) => String.fromCodePoint(code)).join('') };
  },
});
