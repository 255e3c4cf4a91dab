import { sign } from 'node:crypto';
import { pagesFor } from '../../platform/http/endpoint.ts';
import type { App } from '../../platform/app.ts';
import { type DerivedKey, derivedKey } from '../derived-key.ts';

/**
 * The audit signs its requests (Web Bot Auth, RFC 9421), so that sites can tell it from programs that only take its
 * name. Its key is published at this path, which the draft of the key directory fixes.
 */
const directoryPath = '/.well-known/http-message-signatures-directory';

/** Seconds for which a signature is valid. */
const life = 60;
const label = 'sig1';

const auditKey = ({ config }: Pick<App, 'config'>): DerivedKey => derivedKey(config, 'requests of the audit');

const signerOf = ({ secret }: DerivedKey) => ({
  algorithm: 'ed25519',
  sign: (data: Uint8Array) => new Uint8Array(sign(null, data, secret)),
});

type SigningApp = Pick<App, 'config' | 'clock'>;

const parametersOf = ({ clock }: SigningApp, { published }: DerivedKey, tag: string) => {
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
