import { scryptSync } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Scrypt generator',
  summary: 'Derive a key from a password with scrypt',
  secret: true,
  isolated: true,
  input: {
    password: input.line('Password', 'password'),
    salt: input.line('Salt', 'NaCl'),
    cost: input.optional(
      input.choice('Cost (N)', ['1024', '2048', '4096', '8192', '16384'], '1024'),
      '16384',
    ),
    blockSize: input.optional(input.integer('Block size (r)', 8, 1, 16)),
    parallel: input.optional(input.integer('Parallel (p)', 16, 1, 16), 1),
    length: input.optional(input.integer('Bytes', 64, 1, 256)),
  },
  output: { hex: output.code('Hex') },
  sample: {
    hex: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  },
  run: ({ password, salt, cost, blockSize, parallel, length }) => ({
    hex: scryptSync(password, salt, length, {
      N: Number(cost),
      r: blockSize,
      p: parallel,
      maxmem: 64 * 1024 * 1024,
    }).toString('hex'),
  }),
});
