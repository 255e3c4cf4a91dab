import { input, output, tool } from '../../tool.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { writeJson, parseDistinct, toJsonValue, type JsonNode } from '../../encodings/json-text.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'jwt-decoder',
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
  }),
  tool({
    slug: 'jwt-generator',
    title: 'JWT generator',
    summary: 'Sign claims as a JSON Web Token with a secret',
    keywords: 'hs256 encode sign',
    secret: true,
    input: {
      payload: input.text('Claims', '{"sub":"1234567890","name":"John Doe","iat":1516239022}', {
        max: 20_000,
      }),
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
  }),
  tool({
    slug: 'jwt-verifier',
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
  }),
];

/** Parses a JSON object, whose numbers are written with their digits again. */
function parseJson(field: string, text: string): Record<string, unknown> {
  return toJsonValue(parseObject(field, text)) as Record<string, unknown>;
}

/** Parses a JSON object as it is written. */
function parseObject(field: string, text: string): JsonNode {
  try {
    const node = parseDistinct(field, text);
    if (node.kind === 'object') return node;
  } catch (error) {
    if (error instanceof Problem && error.message.includes('twice')) throw error;
    // Rejected below.
  }
  throw invalid(field, 'Send a JSON object');
}

/** Parses a JSON Web Token without verifying it. */
function parseJwt(token: string) {
  const parts = token
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) throw invalid('token', 'A token has three parts separated by dots');
  const part = (text: string) => parseJson('token', Buffer.from(text, 'base64url').toString());
  return {
    header: part(head),
    payload: part(body),
    written: Buffer.from(body, 'base64url').toString(),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}
