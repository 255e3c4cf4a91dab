import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseJwt } from '../../encodings/jwt.ts';

export default tool({
  title: 'JWT verifier',
  summary: 'Verify the HMAC signature of a JSON Web Token with its secret',
  keywords: 'hs256 hs512 signature',
  secret: true,
  input: {
    token: input.text(
      'Token',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
      { max: 20_000 },
    ),
    secret: input.line('Secret', 'your-256-bit-secret'),
  },
  output: { isValid: output.flag('Signature is valid'), algorithm: output.text('Algorithm') },
  sample: { isValid: true, algorithm: 'HS256' },
  run: ({ token, secret }) => {
    const { header, signed, signature } = parseJwt(token);
    const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[String(header.alg)];
    if (!hash) throw invalid('token', 'Only HS256, HS384 and HS512 are signed with a secret');
    const expected = createHmac(hash, secret).update(signed).digest();
    const isValid = expected.length === signature.length && timingSafeEqual(expected, signature);
    return { isValid, algorithm: String(header.alg) };
  },
});
