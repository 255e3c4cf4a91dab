import { createDecipheriv, scryptSync } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'AES decryption',
  summary: 'Decrypt text encrypted by the AES encryption tool',
  keywords: 'decrypt cipher aes256',
  secret: true,
  isolated: true,
  input: {
    encrypted: input.text(
      'Encrypted',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2d8wTHLAZKLTyG+iEFUuE9GmY+4GI/o+PGqmA6RA==',
    ),
    password: input.line('Password', 'secret', { min: 1 }),
  },
  output: { text: output.text('Text') },
  sample: { text: 'Attack at dawn' },
  run: ({ encrypted, password }) => {
    const bytes = Buffer.from(encrypted, 'base64');
    if (bytes.length < 44) throw invalid('encrypted', 'This is too short to be encrypted text');
    const key = scryptSync(password, bytes.subarray(0, 16), 32);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28)).setAuthTag(
      bytes.subarray(28, 44),
    );
    try {
      return { text: Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString() };
    } catch {
      throw invalid('password', 'The password is wrong, or the text was changed');
    }
  },
});
