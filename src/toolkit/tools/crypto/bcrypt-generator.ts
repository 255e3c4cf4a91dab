import { randomBytes } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Bcrypt generator',
  summary: 'Hash a password with bcrypt',
  keywords: 'password hash',
  secret: true,
  isolated: true,
  input: {
    password: input.line('Password', 'correct horse', { min: 1, max: 72 }),
    cost: input.optional(input.integer('Cost', 10, 4, 12)),
  },
  output: { hash: output.code('Hash') },
  run: async ({ password, cost }) => {
    if (Buffer.byteLength(password) > 72) throw invalid('password', 'Bcrypt reads 72 bytes at most');
    const { bcrypt } = await import('hash-wasm');
    return {
      hash: await bcrypt({ password, salt: randomBytes(16), costFactor: cost, outputType: 'encoded' }),
    };
  },
});
