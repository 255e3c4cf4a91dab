import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
