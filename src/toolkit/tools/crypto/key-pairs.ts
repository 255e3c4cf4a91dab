import { generateKeyPair, generateKeyPairSync } from 'node:crypto';
import { promisify } from 'node:util';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'rsa-key-generator',
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
  }),
  tool({
    slug: 'ec-key-generator',
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
  }),
];
