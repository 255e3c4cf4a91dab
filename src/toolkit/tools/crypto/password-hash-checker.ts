import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Password hash checker',
  summary: 'Check whether a password matches a bcrypt or Argon2 hash',
  keywords: 'verify',
  secret: true,
  isolated: true,
  input: {
    password: input.line('Password', 'U*U', { min: 1, max: 1000 }),
    hash: input.line('Hash', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'),
  },
  output: { isMatch: output.flag('Fits') },
  sample: { isMatch: true },
  run: async ({ password, hash }) => {
    const { argon2Verify, bcryptVerify } = await import('hash-wasm');
    const isArgon = hash.startsWith('$argon2');
    const cost = Number(/^\$2[abxy]\$(\d\d)\$/.exec(hash)?.[1] ?? 99);
    const memory = Number(/[$,]m=(\d{1,9})/.exec(hash)?.[1] ?? 0);
    if (!isArgon && cost > 12)
      throw invalid('hash', 'Send a bcrypt hash with a cost of 12 at most, or an Argon2 hash');
    if (isArgon && memory > 65_536) throw invalid('hash', 'An Argon2 hash can use at most 64 MiB');
    try {
      return {
        isMatch: isArgon ? await argon2Verify({ password, hash }) : await bcryptVerify({ password, hash }),
      };
    } catch {
      throw invalid('hash', 'This hash is not complete');
    }
  },
});
