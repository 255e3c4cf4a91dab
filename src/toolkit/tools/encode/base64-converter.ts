import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { decodeBase64 } from '../../encodings/bases.ts';

export default tool({
  title: 'Base64 converter',
  summary: 'Encode or decode text as Base64',
  input: {
    text: input.text('Text or Base64', 'Hello, world'),
    mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
    urlSafe: input.flag('For URLs: - and _, without padding'),
  },
  output: { text: output.code('Result') },
  sample: { text: 'SGVsbG8sIHdvcmxk' },
  run: ({ text, mode, urlSafe }) => ({
    text:
      mode === 'decode'
        ? decodeBase64('text', text).text
        : Buffer.from(text).toString(urlSafe ? 'base64url' : 'base64'),
  }),
});
