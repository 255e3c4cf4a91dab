import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Base64 encoder',
  summary: 'Encode text as Base64',
  keywords: 'base64url btoa',
  input: {
    text: input.text('Text', 'Hello, world'),
    urlSafe: input.flag('For URLs: - and _, without padding'),
  },
  output: { base64: output.code('Base64') },
  sample: { base64: 'SGVsbG8sIHdvcmxk' },
  run: ({ text, urlSafe }) => ({ base64: Buffer.from(text).toString(urlSafe ? 'base64url' : 'base64') }),
});
