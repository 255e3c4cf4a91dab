import { createHmac } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'HMAC generator',
  summary: 'Sign text with a key using HMAC',
  keywords: 'signature webhook mac',
  secret: true,
  input: {
    text: input.text('Text', 'The quick brown fox jumps over the lazy dog'),
    key: input.line('Key', 'key', { max: 4096 }),
    algorithm: input.choice('Algorithm', ['sha256', 'sha1', 'sha384', 'sha512', 'sha3-256', 'md5'], 'sha256'),
    keyIs: input.choice('Key is', ['text', 'hex', 'base64'], 'text'),
  },
  output: { hex: output.code('Hex'), base64: output.code('Base64') },
  sample: {
    hex: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    base64: '97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=',
  },
  run: ({ text, key, algorithm, keyIs }) => {
    const bytes = Buffer.from(key, keyIs === 'text' ? 'utf8' : keyIs);
    const digest = createHmac(algorithm, bytes).update(text).digest();
    return { hex: digest.toString('hex'), base64: digest.toString('base64') };
  },
});
