import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseJwt } from '../../encodings/jwt.ts';

export default tool({
  title: 'JWT decoder',
  summary: 'Read the header and claims of a JSON Web Token without verifying it',
  keywords: 'json web token decode',
  secret: true,
  input: {
    token: input.text(
      'Token',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
      { max: 20_000 },
    ),
  },
  output: {
    header: output.json('Header'),
    payload: output.json('Payload'),
    written: output.code('Payload as signed'),
    issuedAt: output.orNull(output.text('Issued')),
    expiresAt: output.orNull(output.text('Expires')),
    isExpired: output.flag('Expired'),
  },
  sample: {
    header: { alg: 'HS256', typ: 'JWT' },
    payload: { sub: '1234567890', name: 'John Doe', iat: 1516239022 },
    written: '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    issuedAt: '2018-01-18T01:30:22.000Z',
    expiresAt: null,
    isExpired: false,
  },
  run: ({ token }, { clock }) => {
    const { header, payload, written } = parseJwt(token);
    const at = (claim: unknown) =>
      typeof claim === 'number' && Math.abs(claim) < 8.64e12 ? new Date(claim * 1000).toISOString() : null;
    const expiresAt = at(payload.exp);
    return {
      header,
      payload,
      written,
      issuedAt: at(payload.iat),
      expiresAt,
      isExpired: expiresAt !== null && new Date(expiresAt) < clock.now(),
    };
  },
});
