import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { openBrowser, type Browser } from '../../../test/peers/at-provider.ts';
import {
  answer,
  begin,
  bring,
  grace,
  issuer,
  otherKeys,
  readRequest,
  testSaml,
} from '../../../test/peers/saml-provider.ts';

const part = (xml: string, name: string): string =>
  new RegExp(`<(\\w+:)?${name}[ >][^]*</(\\w+:)?${name}>`).exec(xml)?.[0] ?? '';
const evil = (assertion: string): string =>
  assertion
    .replace(part(assertion, 'Signature'), '')
    .replace(/ID="[^"]+"/, 'ID="_evil"')
    .replaceAll('g-1', 'a-1')
    .replaceAll('grace@corp.example', 'ada@example.org');
/** The whole assertion, signature and all, is kept as somebody else’s content. */
const within = (xml: string, wrap: (assertion: string) => string) => {
  const assertion = part(xml, 'Assertion');
  return xml.replace(assertion, () => wrap(assertion));
};
/** A billion letters. */
const entities = `<!DOCTYPE r [<!ENTITY a0 "${'x'.repeat(1000)}">${Array.from(
  { length: 8 },
  (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
).join('')}]>`;

/** Changes to an answer after it was signed. */
const forgeries: [what: string, forge: (xml: string) => string][] = [
  ['has an altered attribute', (xml) => xml.replaceAll('grace@corp', 'ada@corp')],
  ['has an altered NameID', (xml) => xml.replace('>g-1<', '>a-1<')],
  ['has lost its signatures', (xml) => xml.replaceAll(/<Signature[^]*?<\/Signature>/g, '')],
  ['puts a forged assertion before the signed one', (xml) => within(xml, (it) => evil(it) + it)],
  ['puts a forged assertion after the signed one', (xml) => within(xml, (it) => it + evil(it))],
  [
    'hides the signed assertion in extensions',
    (xml) => within(xml, (it) => `<samlp:Extensions>${it}</samlp:Extensions>${evil(it)}`),
  ],
  [
    'wraps the signed assertion in a forged one',
    (xml) =>
      within(xml, (it) =>
        evil(it).replace(/<\/(\w+:)?Assertion>$/, (end) => `<saml:Advice>${it}</saml:Advice>${end}`),
      ),
  ],
  [
    'carries the signed assertion inside the signature of a forged one',
    (xml) =>
      within(xml, (it) => {
        const signature = part(it, 'Signature') || part(xml, 'Signature');
        const inside = `<Object>${it.replace(signature, '')}</Object></Signature>`;
        const moved = signature.replace('</Signature>', () => inside);
        return evil(it).replace(/<(\w+:)?Issuer>[^<]*<\/(\w+:)?Issuer>/, (issuer) => issuer + moved);
      }),
  ],
  [
    'wraps the whole signed response in a forged one',
    (xml) =>
      xml
        .replace(/<Signature[^]*?<\/Signature>/, '')
        .replace(/ID="[^"]+"/, 'ID="_outer"')
        .replace(part(xml, 'Assertion'), (it) => `<samlp:Extensions>${xml}</samlp:Extensions>${evil(it)}`),
  ],
  [
    'has two elements with the id that is signed',
    (xml) => within(xml, (it) => it + evil(it).replace('_evil', /ID="([^"]+)"/.exec(it)?.[1] ?? '')),
  ],
];

const signedParts = { both: {}, assertion: { signResponse: false }, response: { signAssertion: false } };

for (const [signed, changes] of Object.entries(signedParts))
  for (const [what, forge] of forgeries)
    testSaml(
      `refuses an answer that ${what}, where the provider signs: ${signed}`,
      async (world) => {
        const at = openBrowser(world);
        const sent = await answer(await begin(at), grace, changes);
        const forged = forge(sent);
        assert.notEqual(forged, sent);
        await refuse(at, forged);
        assert.equal(
          (await bring(at, await answer(await begin(at), grace, changes))).location,
          '/signup/with',
        );
      },
      {},
      { signed: signed as keyof typeof signedParts },
    );

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const named = (xml: string, nameId: string): string => xml.replace('>g-1<', () => `>${nameId}<`);

const hmac = 'http://www.w3.org/2001/04/xmldsig-more#hmac-';

/** Everything that is sent is signed, but not for this. */
const wrong: [what: string, forge: (url: string) => Promise<string>][] = [
  ['is not signed', (url) => answer(url, grace, { signAssertion: false, signResponse: false })],
  ['has only a signed response', (url) => answer(url, grace, { signAssertion: false })],
  ['has only a signed assertion', (url) => answer(url, grace, { signResponse: false })],
  ['is signed by somebody else', async (url) => answer(url, grace, await otherKeys)],
  ['reports an error', async (url) => (await answer(url)).replace('status:Success', 'status:Responder')],
  [
    'is signed with SHA-1',
    (url) => answer(url, grace, { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }),
  ],
  ['is signed with a public certificate', async (url) => (await answer(url)).replaceAll(/[^"]*#rsa-/g, hmac)],
  ['has expired', (url) => answer(url, grace, { lifetimeInSeconds: -120 })],
  ['is for another audience', (url) => answer(url, grace, { audience: 'https://other.example' })],
  [
    'is for another recipient',
    (url) => answer(url, grace, { recipient: 'http://hop.test/signin/with/corp/acs' }),
  ],
  ['is for another destination', (url) => answer(url, grace, { destination: 'https://other.example/acs' })],
  ['is of another issuer', (url) => answer(url, grace, { issuer: `${issuer}2` })],
  ['answers another request', (url) => answer(url, grace, { inResponseTo: `_${'ab'.repeat(32)}` })],
  ['answers no request', async (url) => (await answer(url)).replaceAll(/ InResponseTo="[^"]*"/g, '')],
  ['names nobody for good', (url) => answer(url, grace, { nameIdentifierFormat: transient })],
  [
    'reads a file',
    async (url) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${(await answer(url)).replace('>g-1<', '>&x;<')}`,
  ],
  ['multiplies entities', async (url) => entities + (await answer(url)).replace('>g-1<', '>&a8;<')],
  ['names somebody at length', (url) => answer(url, { ...grace, nameId: 'x'.repeat(501) })],
  ['is nested deep', async (url) => named(await answer(url), '<a>'.repeat(20_000) + '</a>'.repeat(20_000))],
  ['has many elements', async (url) => named(await answer(url), '<a/>'.repeat(30_000))],
  ['is deflated', async (url) => deflateRawSync(await answer(url)).toString('latin1')],
  ['is no XML', async (url) => `InResponseTo="${(await readRequest(url))?.id}"<<<&`],
];

for (const [what, forge] of wrong)
  testSaml(`refuses an answer that ${what}`, async (world) => {
    const at = openBrowser(world);
    await refuse(at, await forge(await begin(at)));
  });

testSaml(
  'what is not signed proves nothing about the request',
  async (world) => {
    const at = openBrowser(world);
    const url = await begin(at);
    const xml = await answer(url, grace, { inResponseTo: `_${'ab'.repeat(32)}`, signResponse: false });
    await refuse(at, xml.replace(/InResponseTo="[^"]+"/, `InResponseTo="${(await readRequest(url))?.id}"`));
  },
  {},
  { signed: 'assertion' },
);

testSaml(
  'a comment does not cut a name, nor does it break the signature',
  async (world) => {
    const at = openBrowser(world);
    const nameId = 'ada@example.org.evil.example';
    const xml = await answer(await begin(at), { ...grace, nameId });
    const back = await bring(at, xml.replace('>ada@example.org.', '>ada@example.org<!-- -->.'));
    assert.equal(back.location, '/saved');
    const linked = world.app.db.selectFrom('identity.linked_identity').select('subject');
    assert.deepEqual(await linked.execute(), [{ subject: nameId }]);
  },
  { newcomers: 'always' },
);

testSaml('nobody makes us ask a provider of SAML for keys', async (world) => {
  const at = openBrowser(world);
  const before = world.app.outbound;
  let asked = 0;
  world.app.outbound = { ...before, fetch: (...given) => ((asked += 1), before.fetch(...given)) };
  const { status } = await at.post('/signin/with/corp/logout', { logout_token: 'a.b.c' });
  assert.deepEqual([status, asked], [400, 0]);
});

async function refuse(at: Browser, xml: string): Promise<void> {
  const back = await bring(at, xml);
  assert.equal(back.location, '/signin', `${back.status} ${back.text.slice(300, 900)}`);
  assert.equal((await at.get('/signin/with/corp/callback')).location, '/signin');
  assert.equal(at.jar.has('xs'), false);
  assert.equal((await at.get('/signup/with')).location, '/signin');
}
