import { createHmac } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { writeJson } from '../../encodings/json-text.ts';
import { parseObject } from '../../encodings/jwt.ts';

export default tool({
  title: 'JWT generator',
  summary: 'Sign claims as a JSON Web Token with a secret',
  keywords: 'hs256 encode sign',
  secret: true,
  input: {
    payload: input.text('Claims', '{"sub":"1234567890","name":"John Doe","iat":1516239022}', { max: 20_000 }),
    secret: input.line('Secret', 'your-256-bit-secret', { min: 1 }),
    algorithm: input.choice('Algorithm', ['HS256', 'HS384', 'HS512'], 'HS256'),
  },
  output: { token: output.code('Token') },
  sample: {
    token:
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  },
  run: ({ payload, secret, algorithm }) => {
    const encode = (json: string) => Buffer.from(json).toString('base64url');
    const head = encode(JSON.stringify({ alg: algorithm, typ: 'JWT' }));
    const signed = `${head}.${encode(writeJson(parseObject('payload', payload)))}`;
    const signature = createHmac(`sha${algorithm.slice(2)}`, secret)
      .update(signed)
      .digest('base64url');
    return { token: `${signed}.${signature}` };
  },
});
