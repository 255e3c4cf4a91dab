import assert from 'node:assert/strict';
import { component, verifySignature, webcrypto } from 'http-message-sig';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { signedHeaders } from './signing.ts';

testPlaza('the audit signs its requests with the key that it publishes', async ({ app, plaza }) => {
  const directory = await plaza.inject({ url: '/.well-known/http-message-signatures-directory' });
  assert.equal(directory.statusCode, 200);
  assert.equal(directory.headers['content-type'], 'application/http-message-signatures-directory+json');
  assert.match(
    String(directory.headers['signature-input']),
    /"@authority";req\).*tag="http-message-signatures-directory"/,
  );
  const { keys } = directory.json<{ keys: (JsonWebKey & { kid: string })[] }>();
  const [key] = keys;
  assert.ok(key && !('d' in key));
  const url = 'https://sundial.example/about';
  // The verifier has the clock of this machine.
  const headers = await signedHeaders({ ...app, clock: { now: () => new Date() } }, url);
  const imported = await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
  const check = (target: string, sent: Record<string, string>) =>
    verifySignature(new Request(target, { headers: sent }), {
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: ['@authority', component('signature-agent', { key: 'sig1' })],
        requiredParameters: ['created', 'expires', 'keyid', 'tag'],
      },
      resolveVerifier: () => webcrypto.verifier(imported),
    });
  await check(url, headers);
  assert.match(headers['signature-input'] ?? '', new RegExp(`keyid="${key.kid}"`));
  await assert.rejects(check('https://elsewhere.example/about', headers));
  await assert.rejects(check(url, { ...headers, 'signature-agent': 'sig1="https://elsewhere.example"' }));
});
