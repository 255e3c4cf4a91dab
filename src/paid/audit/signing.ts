import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { pagesFor } from '../../platform/http/endpoint.ts';
import type { App } from '../../platform/app.ts';

/**
 * The audit signs its requests (Web Bot Auth, RFC 9421), so that sites can tell it from programs that only take its
 * name. Its key is published at this path, which the draft of the key directory fixes.
 */
const directoryPath = '/.well-known/http-message-signatures-directory';

/** Seconds for which a signature is valid. */
const life = 60;
const label = 'sig1';

interface AuditKey {
  secret: KeyObject;
  /** As published, with its thumbprint (RFC 7638) as id. */
  published: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string };
}

/** The start of an Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived from the installation's key, so that all processes share it and no other secret is stored. */
function auditKey({ config }: Pick<App, 'config'>): AuditKey {
  const seed = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'requests of the audit', 32));
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  return { secret, published: { kty: 'OKP', crv: 'Ed25519', x, kid } };
}

const signerOf = ({ secret }: AuditKey) => ({
  algorithm: 'ed25519',
  sign: (data: Uint8Array) => new Uint8Array(sign(null, data, secret)),
});

type SigningApp = Pick<App, 'config' | 'clock'>;

const parametersOf = ({ clock }: SigningApp, { published }: AuditKey, tag: string) => {
  const created = Math.floor(clock.now().getTime() / 1000);
  return { created, expires: created + life, keyid: published.kid, alg: 'ed25519', tag };
};

/** The headers that sign a request to this address. They cover its host, so that it cannot be sent to another. */
export async function signedHeaders(app: SigningApp, url: string): Promise<Record<string, string>> {
  const { component, createSignature } = await import('http-message-sig');
  const key = auditKey(app);
  const agent = `${label}="${new URL(app.config.plazaUrl).origin}"`;
  const { signature, signatureInput } = await createSignature(
    { kind: 'request', method: 'GET', targetUri: url, fields: [{ name: 'signature-agent', value: agent }] },
    {
      label,
      components: ['@authority', component('signature-agent', { key: label })],
      parameters: parametersOf(app, key, 'web-bot-auth'),
      signer: signerOf(key),
    },
  );
  return { 'signature-agent': agent, signature, 'signature-input': signatureInput };
}

/** The directory is signed for the host that serves it, so that nobody can mirror it under another. */
export const signingPages = [
  pagesFor('anyone').get({
    path: directoryPath,
    handle: async ({ app, client }) => {
      const { component, createSignature } = await import('http-message-sig');
      const key = auditKey(app);
      const { signature, signatureInput } = await createSignature(
        {
          kind: 'response',
          status: 200,
          fields: [],
          request: {
            kind: 'request',
            method: 'GET',
            targetUri: app.config.plazaUrl + directoryPath,
            fields: [],
          },
        },
        {
          label,
          components: [component('@authority', { req: true })],
          parameters: parametersOf(app, key, 'http-message-signatures-directory'),
          signer: signerOf(key),
        },
      );
      client.setHeader('signature', signature);
      client.setHeader('signature-input', signatureInput);
      client.setHeader('cache-control', `public, max-age=${life / 2}`);
      return {
        type: 'application/http-message-signatures-directory+json',
        // Not text, which would get a charset: clients compare the type as a whole.
        body: Buffer.from(JSON.stringify({ keys: [key.published], purpose: 'audit' })),
      };
    },
  }),
];
