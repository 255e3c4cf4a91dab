import { hkdfSync } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HKDF generator',
  summary: 'Derive keys from a secret with HKDF (RFC 5869). All values in hex',
  secret: true,
  input: {
    secret: input.line('Secret in hex', '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b', { max: 2048 }),
    salt: input.optional(input.line('Salt in hex', '000102030405060708090a0b0c', { max: 2048 }), ''),
    info: input.optional(input.line('Info in hex', 'f0f1f2f3f4f5f6f7f8f9', { max: 2048 }), ''),
    length: input.optional(input.integer('Bytes', 42, 1, 1024), 32),
    algorithm: input.choice('Algorithm', ['sha256', 'sha1', 'sha512'], 'sha256'),
  },
  output: { hex: output.code('Hex') },
  sample: { hex: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865' },
  run: ({ secret, salt, info, length, algorithm }) => {
    for (const [field, value] of Object.entries({ secret, salt, info }))
      if (!/^(?:[0-9a-f]{2})*$/i.test(value)) throw invalid(field, 'Send pairs of hex digits');
    const bytes = (hex: string) => Buffer.from(hex, 'hex');
    return {
      hex: Buffer.from(hkdfSync(algorithm, bytes(secret), bytes(salt), bytes(info), length)).toString('hex'),
    };
  },
});
