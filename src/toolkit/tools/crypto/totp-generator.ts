import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'TOTP code generator',
  summary: 'Show the current code for an authenticator secret',
  keywords: 'two-factor 2fa otp google authenticator',
  secret: true,
  input: {
    secret: input.line('Secret (Base32)', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
    digits: input.choice('Digits', ['6', '8'], '6'),
    period: input.optional(input.integer('Seconds', 30, 10, 300)),
    algorithm: input.choice('Algorithm', ['SHA1', 'SHA256', 'SHA512'], 'SHA1'),
    at: input.line('Unix time, empty: now', '', { max: 15 }),
  },
  output: { code: output.text('Code'), validFor: output.integer('Seconds left') },
  run: async ({ secret, digits, period, algorithm, at }, { clock }) => {
    if (at !== '' && !/^\d{1,12}$/.test(at)) throw invalid('at', 'Send seconds since 1970');
    const { Secret, TOTP } = await import('otpauth');
    const timestamp = at === '' ? clock.now().getTime() : Number(at) * 1000;
    try {
      const key = Secret.fromBase32(secret.replace(/[\s-]/g, '').toUpperCase());
      const code = new TOTP({ secret: key, digits: Number(digits), period, algorithm }).generate({
        timestamp,
      });
      return { code, validFor: period - (Math.floor(timestamp / 1000) % period) };
    } catch {
      throw invalid('secret', 'Send the secret in Base32: letters A to Z and digits 2 to 7');
    }
  },
});
