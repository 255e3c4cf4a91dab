import { createCipheriv, randomBytes, scryptSync, createDecipheriv } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'aes-encryption',
    title: 'AES encryption',
    summary: 'Encrypt text with a password using AES-256-GCM',
    keywords: 'encrypt cipher aes256',
    about:
      'The key comes from the password by scrypt (N 16384, r 8, p 1). The result is salt, nonce, tag and ciphertext in Base64.',
    secret: true,
    isolated: true,
    input: {
      text: input.text('Text', 'Attack at dawn'),
      password: input.line('Password', 'secret', { min: 1 }),
    },
    output: { encrypted: output.code('Encrypted') },
    run: ({ text, password }) => {
      const [salt, nonce] = [randomBytes(16), randomBytes(12)];
      const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32), nonce);
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return { encrypted: Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64') };
    },
  }),
  tool({
    slug: 'aes-decryption',
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
  }),
];
