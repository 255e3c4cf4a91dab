import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'RSA key generator',
  summary: 'Create an RSA key pair as PEM and JWK',
  keywords: 'public private key pem',
  secret: true,
  isolated: true,
  input: { bits: input.choice('Bits', ['2048', '3072'], '2048') },
  output: {
    publicKey: output.code('Public key'),
    privateKey: output.code('Private key'),
    jwk: output.json('Public key as JWK'),
  },
  run: async ({ bits }) => {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: Number(bits),
    });
    return {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      jwk: publicKey.export({ format: 'jwk' }),
    };
  },
});
