import { generateKeyPairSync } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Elliptic curve key generator',
  summary: 'Create an Ed25519, X25519 or ECDSA key pair as PEM and JWK',
  keywords: 'ed25519 p-256 secp256k1 public private key',
  secret: true,
  input: {
    curve: input.choice('Curve', ['Ed25519', 'X25519', 'P-256', 'P-384', 'P-521', 'secp256k1'], 'Ed25519'),
  },
  output: {
    publicKey: output.code('Public key'),
    privateKey: output.code('Private key'),
    jwk: output.json('Public key as JWK'),
  },
  run: ({ curve }) => {
    const { publicKey, privateKey } =
      curve === 'Ed25519' || curve === 'X25519'
        ? generateKeyPairSync(curve.toLowerCase() as 'ed25519')
        : generateKeyPairSync('ec', { namedCurve: curve });
    return {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      jwk: publicKey.export({ format: 'jwk' }),
    };
  },
});
