import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { ResponseOptions } from 'samlp';
import { encrypt, type EncryptOptions } from 'xml-encryption';
import { openBrowser, type Browser } from '../../../test/peers/at-provider.ts';
import { answer, begin, bring, grace, otherKeys, testSaml } from '../../../test/peers/saml-provider.ts';

/** Encrypts for a certificate, by default for the one of our metadata. */
async function encryptedFor(at: Browser, certificate?: string): Promise<Partial<ResponseOptions>> {
  const { text } = await at.get('/signin/with/corp/metadata');
  const [, own = ''] =
    /use="encryption"[^]*?<ds:X509Certificate>([^<]+)</.exec(text.replaceAll(/>\s+</g, '><')) ?? [];
  const encryptionCert = certificate ?? `-----BEGIN CERTIFICATE-----\n${own}\n-----END CERTIFICATE-----\n`;
  const { publicKey } = new X509Certificate(encryptionCert);
  const pem = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }));
  return { encryptionCert, encryptionPublicKey: String(pem.export({ format: 'pem', type: 'spki' })) };
}

/** Encrypts the signed assertion of an answer, as providers do that the one of the tests does not imitate. */
async function encryptedBy(at: Browser, url: string, content: string, key: string): Promise<string> {
  const { encryptionCert: pem = '', encryptionPublicKey: rsa_pub = '' } = await encryptedFor(at);
  const xml = await answer(url, grace, { signResponse: false });
  const [assertion = ''] = /<saml:Assertion[^]*<\/saml:Assertion>/.exec(xml) ?? [];
  const at2001 = (name: string) => `http://www.w3.org/2001/04/xmlenc#${name}`;
  const options = {
    ...{ pem, rsa_pub, encryptionAlgorithm: at2001(content), keyEncryptionAlgorithm: at2001(key) },
    disallowEncryptionWithInsecureAlgorithm: false,
  } as EncryptOptions;
  const encrypted = await promisify(encrypt)(assertion, options);
  return xml.replace(assertion, () => `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`);
}

for (const signed of ['both', 'assertion', 'response'] as const)
  testSaml(
    `an assertion that is encrypted for us signs in, where the provider signs: ${signed}`,
    async (world) => {
      const at = openBrowser(world);
      const signs = { signResponse: signed !== 'assertion', signAssertion: signed !== 'response' };
      const changes = { ...(await encryptedFor(at)), ...signs };
      const xml = await answer(await begin(at), grace, changes);
      assert.doesNotMatch(xml, /grace/);
      assert.equal((await bring(at, xml)).location, '/saved');
      const plain = await answer(await begin(at), grace, signs);
      assert.equal((await bring(at, plain)).location, '/signin', 'one that is not is refused');
    },
    { newcomers: 'always' },
    { signed, must_encrypt: true },
  );

const sha1 = { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' };
const wrong: [what: string, changes: (at: Browser) => Promise<Partial<ResponseOptions>>][] = [
  ['is encrypted for somebody else', async (at) => encryptedFor(at, (await otherKeys).cert)],
  [
    'is encrypted, but signed by somebody else',
    async (at) => ({ ...(await encryptedFor(at)), ...(await otherKeys) }),
  ],
  ['is encrypted, but not signed', async (at) => ({ ...(await encryptedFor(at)), signAssertion: false })],
  ['is encrypted, but signed with SHA-1', async (at) => ({ ...(await encryptedFor(at)), ...sha1 })],
];
for (const [what, changes] of wrong)
  testSaml(
    `refuses an assertion that ${what}`,
    async (world) => {
      const at = openBrowser(world);
      const given = { signResponse: false, ...(await changes(at)) };
      const back = await bring(at, await answer(await begin(at), grace, given));
      assert.equal(back.location, '/signin');
      const good = { signResponse: false, ...(await encryptedFor(at)) };
      assert.equal((await bring(at, await answer(await begin(at), grace, good))).location, '/saved');
    },
    { newcomers: 'always' },
    { signed: 'assertion' },
  );

testSaml(
  'RSA-OAEP and AES are accepted, what is weaker is not',
  async (world) => {
    const at = openBrowser(world);
    const tried = [
      ['aes256-cbc', 'rsa-oaep-mgf1p', '/saved'],
      ['aes128-cbc', 'rsa-oaep-mgf1p', '/saved'],
      ['aes256-cbc', 'rsa-1_5', '/signin'],
      ['tripledes-cbc', 'rsa-oaep-mgf1p', '/signin'],
    ] as const;
    for (const [content, key, expected] of tried) {
      const xml = await encryptedBy(at, await begin(at), content, key);
      assert.equal((await bring(at, xml)).location, expected, `${content} ${key}`);
    }
  },
  { newcomers: 'always' },
  { signed: 'assertion' },
);

testSaml('refuses two assertions of which one is encrypted', async (world) => {
  const at = openBrowser(world);
  const url = await begin(at);
  const plain = await answer(url);
  const assertion = /<saml:Assertion[^]*<\/saml:Assertion>/.exec(plain)?.[0] ?? '';
  assert.notEqual(assertion, '');
  const hidden = await answer(url, grace, await encryptedFor(at));
  const forged = assertion.replaceAll('g-1', 'a-1');
  const both = hidden.replace('<saml:EncryptedAssertion', () => `${forged}<saml:EncryptedAssertion`);
  assert.equal((await bring(at, both)).location, '/signin');
});
