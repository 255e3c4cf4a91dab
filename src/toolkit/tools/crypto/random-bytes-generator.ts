import { randomBytes } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Random key generator',
  summary: 'Create random bytes for keys and tokens',
  keywords: 'secret token bytes api key',
  secret: true,
  input: { bytes: input.optional(input.integer('Bytes', 32, 1, 1024)) },
  output: {
    hex: output.code('Hex'),
    base64: output.code('Base64'),
    base64url: output.code('Base64 for URLs'),
  },
  run: ({ bytes }) => {
    const random = randomBytes(bytes);
    return {
      hex: random.toString('hex'),
      base64: random.toString('base64'),
      base64url: random.toString('base64url'),
    };
  },
});
