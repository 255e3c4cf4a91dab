import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Hex encoder',
  summary: 'Encode the bytes of a text in hexadecimal',
  keywords: 'hex-converter hexadecimal',
  input: {
    text: input.text('Text', 'Hello'),
    separator: input.choice('Between bytes', ['none', 'space', 'colon', '0x', '\\x'], 'none'),
    upper: input.flag('Capital letters'),
  },
  output: { hex: output.code('Hex') },
  sample: { hex: '48656c6c6f' },
  run: ({ text, separator, upper }) => {
    const hex = Buffer.from(text).toString('hex');
    const bytes = (upper ? hex.toUpperCase() : hex).match(/../g) ?? [];
    if (separator === '0x' || separator === '\\x')
      return { hex: bytes.map((byte) => separator + byte).join(separator === '0x' ? ' ' : '') };
    return { hex: bytes.join({ none: '', space: ' ', colon: ':' }[separator]) };
  },
});
