import { input, output, tool } from '../../tool.ts';
import { decodeBase64 } from '../../encodings/bases.ts';

export default [
  tool({
    slug: 'base64-encoder',
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
  }),
  tool({
    slug: 'base64-decoder',
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
  }),
  tool({
    slug: 'base64-converter',
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
  }),
];
