import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text to binary',
  summary: 'Encode the bytes of a text as binary digits',
  keywords: 'binary-converter bits',
  input: {
    text: input.text('Text', 'Hi'),
    separator: input.optional(input.line('Between bytes', ' ', { max: 5 })),
  },
  output: { binary: output.code('Binary') },
  sample: { binary: '01001000 01101001' },
  run: ({ text, separator }) => ({
    binary: [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join(separator),
  }),
});
