import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { decodeBase64 } from '../../encodings/bases.ts';

export default tool({
  title: 'Base64 decoder',
  summary: 'Decode Base64 to text',
  keywords: 'base64url atob',
  input: { base64: input.text('Base64', 'SGVsbG8sIHdvcmxk') },
  output: {
    text: output.text('Text'),
    bytes: output.integer('Bytes'),
    hex: output.code('Hex'),
    isText: output.flag('Valid UTF-8'),
  },
  sample: { text: 'Hello, world', bytes: 12, hex: '48656c6c6f2c20776f726c64', isText: true },
  run: ({ base64 }) => decodeBase64('base64', base64),
});
