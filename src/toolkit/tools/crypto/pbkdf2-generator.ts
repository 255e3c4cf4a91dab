import { pbkdf2Sync } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'PBKDF2 generator',
  summary: 'Derive a key from a password with PBKDF2',
  secret: true,
  isolated: true,
  input: {
    password: input.line('Password', 'password'),
    salt: input.line('Salt', 'salt'),
    iterations: input.integer('Iterations', 4096, 1, 1_000_000),
    length: input.integer('Bytes', 20, 1, 256),
    algorithm: input.optional(input.choice('Algorithm', ['sha1', 'sha256', 'sha512'], 'sha1'), 'sha256'),
  },
  output: { hex: output.code('Hex'), base64: output.code('Base64') },
  sample: { hex: '4b007901b765489abead49d926f721d065a429c1', base64: 'SwB5AbdlSJq+rUnZJvch0GWkKcE=' },
  run: ({ password, salt, iterations, length, algorithm }) => {
    const key = pbkdf2Sync(password, salt, iterations, length, algorithm);
    return { hex: key.toString('hex'), base64: key.toString('base64') };
  },
});
