import { randomBytes } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Argon2 generator',
  summary: 'Hash a password with Argon2id, Argon2i or Argon2d',
  keywords: 'password hash',
  secret: true,
  isolated: true,
  input: {
    password: input.line('Password', 'correct horse battery staple', { min: 1, max: 1000 }),
    variant: input.choice('Variant', ['argon2id', 'argon2i', 'argon2d'], 'argon2id'),
    memory: input.optional(input.integer('Memory in KiB', 19_456, 8, 65_536)),
    iterations: input.optional(input.integer('Iterations', 2, 1, 5)),
    salt: input.line('Salt, empty: random', '', { max: 64 }),
  },
  output: { hash: output.code('Hash') },
  run: async ({ password, variant, memory, iterations, salt }) => {
    if (salt !== '' && Buffer.byteLength(salt) < 8) throw invalid('salt', 'A salt has at least 8 bytes');
    const hashes = await import('hash-wasm');
    const options = {
      password,
      salt: salt === '' ? randomBytes(16) : Buffer.from(salt),
      parallelism: 1,
      iterations,
      memorySize: memory,
      hashLength: 32,
      outputType: 'encoded',
    } as const;
    return { hash: await hashes[variant](options) };
  },
});
