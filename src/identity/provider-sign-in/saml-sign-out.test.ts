import assert from 'node:assert/strict';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import type { LogoutOptions } from 'samlp';
import { type Browser, openBrowser } from '../../../test/peers/at-provider.ts';
import {
  answer,
  begin,
  bring,
  otherKeys,
  type Signed,
  signOutThere,
  testSaml,
} from '../../../test/peers/saml-provider.ts';
import type { World } from '../../../test/ask-plaza.ts';
import { getProvider } from '../providers/providers.ts';

const path = (url: string) => url.replace('http://plaza.test', '');

const send = (at: Browser) => async (url: string, fields: Record<string, string>) => {
  const post = Object.keys(fields).length > 0;
  const { location } = await (post
    ? at.postFrom('https://idp.corp.example', path(url), fields)
    : at.get(path(url)));
  return location;
};

const signIn = async (world: World, sessionIndex = 'session-1') => {
  const at = openBrowser(world);
  assert.equal(
    (await bring(at, await answer(await begin(at), undefined, { sessionIndex }))).location,
    '/saved',
  );
  return at;
};

const isIn = async (at: Browser) => (await at.get('/settings/sign-in-methods')).status === 200;

async function ourCertificate({ app }: World): Promise<string> {
  const { id } = await app.db.selectFrom('identity.provider').select('id').executeTakeFirstOrThrow();
  return (await getProvider(app, id)).saml?.certificate ?? '';
}

for (const binding of ['POST', 'Redirect'] as const)
  testSaml(
    `who signs out at the provider is signed out here, by HTTP-${binding}`,
    async (world) => {
      const here = await signIn(world);
      const elsewhere = await signIn(world, 'session-2');
      const cert = await ourCertificate(world);
      // The browser that brings the request needs no session of its own.
      assert.ok(await signOutThere({ binding }, send(openBrowser(world)), cert));
      assert.deepEqual([await isIn(here), await isIn(elsewhere)], [false, true], 'only the named session');
      const other = { binding, sessionIndex: '', nameId: 'somebody else' };
      assert.ok(await signOutThere(other, send(openBrowser(world)), cert));
      assert.ok(await isIn(elsewhere));
      assert.ok(await signOutThere({ binding, sessionIndex: '' }, send(elsewhere), cert));
      assert.equal(await isIn(elsewhere), false, 'without an index, all sessions');
    },
    { newcomers: 'always' },
  );

/** The request in a URL, changed after it was signed. */
const altered = (change: (xml: string) => string) => (url: string) => {
  const changed = new URL(url);
  const given = Buffer.from(changed.searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = change(inflateRawSync(given).toString());
  changed.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  return changed.href;
};
const without = (name: string) => (url: string) => {
  const changed = new URL(url);
  changed.searchParams.delete(name);
  return changed.href;
};

const sha1 = { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' };
const wrong: [
  what: string,
  given: Signed,
  changes: () => Promise<Partial<LogoutOptions>> | Partial<LogoutOptions>,
  inTransit?: (url: string, fields: Record<string, string>) => string,
][] = [
  ['is signed by somebody else', {}, () => otherKeys],
  ['is signed by somebody else in a form', { binding: 'POST' }, () => otherKeys],
  ['is signed with SHA-1', {}, () => sha1],
  ['is signed with SHA-1 in a form', { binding: 'POST' }, () => sha1],
  ['is of another issuer', {}, () => ({ issuer: 'https://idp.other.example' })],
  ['is for another address', { destination: 'http://plaza.test/signin/with/corp/slo?x=1' }, () => ({})],
  ['names another person', { nameId: 'a-1' }, () => ({}), altered((xml) => xml.replace('a-1', 'g-1'))],
  ['is not signed', {}, () => ({}), without('Signature')],
  ['says no algorithm', {}, () => ({}), without('SigAlg')],
  ['has lost its RelayState', {}, () => ({}), without('RelayState')],
  ['inflates', {}, () => ({}), altered((xml) => xml + ' '.repeat(20_000_000))],
];
for (const [what, given, changes, inTransit = (url: string) => url] of wrong)
  testSaml(
    `refuses a logout request that ${what}`,
    async (world) => {
      const at = await signIn(world);
      const to = async (url: string, fields: Record<string, string>) => {
        const brought = inTransit(url, fields);
        assert.equal(await send(at)(brought, fields), '');
        return '';
      };
      await signOutThere(given, to, await ourCertificate(world), await changes());
      assert.ok(await isIn(at));
    },
    { newcomers: 'always' },
  );

const forged: [what: string, forge: (xml: string) => string][] = [
  ['has an altered name', (xml) => xml.replace('>a-1<', '>g-1<')],
  [
    'has lost its signature',
    (xml) => xml.replace(/<Signature[^]*<\/Signature>/, '').replace('>a-1<', '>g-1<'),
  ],
  [
    'hides the signed request in its signature',
    (xml) => {
      const [signature = ''] = /<Signature[^]*<\/Signature>/.exec(xml) ?? [];
      const inner = xml.replace(signature, '');
      const moved = signature.replace('</Signature>', () => `<Object>${inner}</Object></Signature>`);
      return inner
        .replace('>a-1<', '>g-1<')
        .replace(/ID="[^"]+"/, 'ID="_x"')
        .replace('<NameID', () => `${moved}<NameID`);
    },
  ],
  [
    'hides the signed request in extensions',
    (xml) =>
      xml
        .replace(/<Signature[^]*<\/Signature>/, '')
        .replace('>a-1<', '>g-1<')
        .replace(/ID="[^"]+"/, 'ID="_x"')
        .replace('<NameID', () => `<samlp:Extensions>${xml}</samlp:Extensions><NameID`),
  ],
  ['has a comment in a name', (xml) => xml.replace('>a-1<', '><!-- --!>g-1<!-- -->a-1<')],
  ['has a document type', (xml) => `<!DOCTYPE a [<!ENTITY x "g-1">]>${xml.replace('>a-1<', '>&x;<')}`],
  [
    'has its signature in the name',
    (xml) => {
      const [signature = ''] = /<Signature[^]*<\/Signature>/.exec(xml) ?? [];
      return xml.replace(signature, '').replace('>a-1<', () => `>a-1${signature}<`);
    },
  ],
];
for (const [what, forge] of forged)
  testSaml(
    `refuses a logout request in a form that ${what}`,
    async (world) => {
      const at = await signIn(world);
      const to = async (url: string, fields: Record<string, string>) => {
        const xml = Buffer.from(fields.SAMLRequest ?? '', 'base64').toString();
        assert.match(xml, /<Signature[^]*>a-1</);
        const SAMLRequest = Buffer.from(forge(xml)).toString('base64');
        assert.notEqual(SAMLRequest, fields.SAMLRequest);
        assert.equal(await send(at)(url, { ...fields, SAMLRequest }), '');
        return '';
      };
      const given = { binding: 'POST', nameId: 'a-1' } as const;
      await signOutThere(given, to, await ourCertificate(world));
      assert.ok(await isIn(at));
    },
    { newcomers: 'always' },
  );

testSaml(
  'a logout request counts once',
  async (world) => {
    const cert = await ourCertificate(world);
    let sent = '';
    const keep = async (url: string) => ((sent = url), Promise.resolve(''));
    await signOutThere({}, keep, cert);
    const first = await signIn(world);
    assert.match(await send(first)(sent, {}), /SAMLResponse=/);
    const second = await signIn(world);
    assert.equal(await send(second)(sent, {}), '');
    assert.ok(await isIn(second));
  },
  { newcomers: 'always' },
);

testSaml(
  'a provider without an address for answers leaves people here',
  async (world) => {
    const at = await signIn(world);
    await world.app.db
      .updateTable('identity.provider')
      .set({ saml: sql`jsonb_set(saml, '{signOutUrl}', '""')` })
      .execute();
    const to = async (url: string, fields: Record<string, string>) => {
      assert.equal(await send(at)(url, fields), '/');
      return '';
    };
    await signOutThere({}, to, await ourCertificate(world));
    assert.equal(await isIn(at), false);
  },
  { newcomers: 'always' },
);
