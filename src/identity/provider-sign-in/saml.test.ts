import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { baseProvider, openBrowser, type Browser } from '../../../test/peers/at-provider.ts';
import {
  answer,
  begin,
  bring,
  grace,
  otherKeys,
  readRequest,
  signInUrl,
  testSaml,
} from '../../../test/peers/saml-provider.ts';
import { minutes } from '../../kernel/time.ts';
import { getProvider, updateProvider } from '../providers/providers.ts';

const joinedFrom = async (at: Browser) =>
  at.post('/signup/with', { name: 'Grace Hopper', username: 'grace' });

testSaml('a newcomer signs in by SAML, joins, and comes back', async (world) => {
  const at = openBrowser(world);
  assert.match((await at.get('/signin')).text, /Continue with Corp/);
  const url = await begin(at);
  assert.ok(url.startsWith(`${signInUrl}?SAMLRequest=`), url);
  const asked = await readRequest(url);
  assert.equal(asked?.issuer, 'http://plaza.test/signin/with/corp/metadata');
  assert.equal(asked.assertionConsumerServiceURL, 'http://plaza.test/signin/with/corp/acs');
  assert.equal(asked.destination, signInUrl);
  const back = await bring(at, await answer(url), { RelayState: 'https://evil.example/' });
  assert.equal(back.location, '/signup/with', back.text.slice(0, 500));
  assert.match((await at.get('/signup/with')).text, /value="Grace Hopper"[^]*value="grace"/);
  assert.equal((await joinedFrom(at)).location, '/saved', 'not where RelayState says');
  const account = await world.app.db
    .selectFrom('identity.account')
    .select(['email', 'activated_at', 'password_hash'])
    .where('username', '=', 'grace')
    .executeTakeFirstOrThrow();
  assert.deepEqual([account.email, account.password_hash], ['grace@corp.example', '']);
  assert.ok(account.activated_at);
  assert.equal((await at.post('/signout')).location, '/', 'the provider keeps its own session');
  assert.equal((await bring(at, await answer(await begin(at)))).location, '/saved');
});

testSaml(
  'groups give roles, domains and contexts decide as they do for other providers',
  async (world) => {
    const at = openBrowser(world);
    const elsewhere = { ...grace, attributes: { ...grace.attributes, email: 'grace@elsewhere.example' } };
    assert.equal((await bring(at, await answer(await begin(at), elsewhere))).location, '/signin');
    assert.equal((await at.get('/signup/with')).location, '/signin', 'no way around the domain');
    assert.equal((await at.post('/signup/with', { username: 'grace' })).status, 400);
    assert.equal((await bring(at, await answer(await begin(at)))).location, '/saved');
    const role = () =>
      world.app.db
        .selectFrom('identity.account')
        .select('role')
        .where('username', '=', 'grace')
        .executeTakeFirst();
    assert.deepEqual(await role(), { role: 'moderator' });
    const without = { ...grace, attributes: { ...grace.attributes, groups: 'staff' } };
    assert.equal((await bring(at, await answer(await begin(at), without))).location, '/saved');
    assert.deepEqual(await role(), { role: 'member' });
  },
  { newcomers: 'always', email_domains: 'corp.example', group_roles: 'mods = moderator' },
);

testSaml('an account with the address is connected only by its owner', async (world) => {
  const at = openBrowser(world);
  const ada = { nameId: 'a-1', attributes: { mail: 'Ada@Example.org' } };
  assert.equal((await bring(at, await answer(await begin(at), ada))).location, '/signin/connect');
  assert.equal(at.jar.has('xs'), false);
  await at.post('/signin', {
    username_email: 'ada',
    password: 'correct horse battery',
    next: '/signin/connect',
  });
  const connected = await at.post('/signin/connect', { current: 'correct horse battery' });
  assert.equal(connected.location, '/saved');
  const elsewhere = openBrowser(world);
  assert.equal((await bring(elsewhere, await answer(await begin(elsewhere), ada))).location, '/saved');
});

testSaml('a fresh session is one of which the provider says when it saw the person', async (world) => {
  const at = openBrowser(world);
  await bring(at, await answer(await begin(at)));
  await joinedFrom(at);
  world.app.clock.turn(minutes(11));
  const change = () => at.post('/settings/username', { username: 'grace.h', current: '' });
  assert.equal((await change()).status, 403);
  const again = await begin(at, '&again=1');
  assert.equal((await readRequest(again))?.forceAuthn, 'true');
  assert.equal((await bring(at, await answer(again))).location, '/saved');
  assert.equal((await change()).status, 303);
});

testSaml(
  'requests are signed with the key of the metadata, which names both services',
  async (world) => {
    const at = openBrowser(world);
    const { text } = await at.get('/signin/with/corp/metadata');
    const cert = /<ds:X509Certificate>([^<]+)/.exec(text)?.[1] ?? '';
    const pem = `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----`;
    assert.ok((await readRequest(await begin(at), pem))?.id);
    await assert.rejects(readRequest(await begin(at), (await otherKeys).cert), /Signature/);
    const locations: string[] = [];
    const parser = new Parser(
      {
        onopentag: (name, { Location }) => name.endsWith('ConsumerService') && locations.push(Location ?? ''),
      },
      { xmlMode: true },
    );
    parser.end(text);
    assert.deepEqual(locations, [
      'http://plaza.test/signin/with/corp/acs',
      `${world.app.config.hopUrl}/signin/with/corp/acs`,
    ]);
    assert.match(text, /AuthnRequestsSigned="true"\s+WantAssertionsSigned="true"/);
  },
  {},
  { signs_requests: true },
);

testSaml('an answer counts once, and only in the browser that asked', async (world) => {
  const [at, victim] = [openBrowser(world), openBrowser(world)];
  const url = await begin(at);
  const xml = await answer(url);
  assert.equal((await bring(victim, xml)).location, '/signin', 'forced upon somebody else');
  assert.equal(victim.jar.has('xs'), false);
  assert.equal((await at.get('/signin/with/corp/callback')).location, '/signup/with');
  assert.equal((await at.get('/signin/with/corp/callback')).location, '/signin', 'the link, again');
  assert.equal((await bring(at, xml)).location, '/signin', 'replayed');
  const next = await begin(at);
  const id = /InResponseTo="([^"]+)"/.exec(xml)?.[1] ?? '';
  assert.equal(
    (await bring(at, xml.replaceAll(id, (await readRequest(next))?.id ?? ''))).location,
    '/signin',
  );
});

testSaml('a comment in a signed name cuts nothing off', async (world) => {
  const at = openBrowser(world);
  const person = { nameId: 'ada@example.org.evil.example', attributes: { uid: 'mallory' } };
  const xml = await answer(await begin(at), person);
  const cut = xml.replace('>ada@example.org.evil', '>ada@example.org<!---->.evil');
  assert.notEqual(cut, xml);
  assert.equal((await bring(at, cut)).location, '/signup/with', 'nobody has this address');
  assert.match((await at.get('/signup/with')).text, /ada@example\.org\.evil\.example/);
});

testSaml('answers come by POST, and have a limit', async (world) => {
  const at = openBrowser(world);
  const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64');
  const query = new URLSearchParams({ SAMLResponse: bomb.slice(0, 6000) }).toString();
  assert.ok([404, 405].includes((await at.get(`/signin/with/corp/acs?${query}`)).status));
  const long = await at.postFrom('https://idp.corp.example', '/signin/with/corp/acs', {
    SAMLResponse: 'A'.repeat(500_000),
  });
  assert.ok([400, 413, 422].includes(long.status), String(long.status));
  assert.equal((await at.get('/signin/with/nobody/metadata')).status, 404);
});

testSaml(
  'one signature suffices where the operator says which',
  async (world) => {
    const at = openBrowser(world);
    const unsigned = await answer(await begin(at), grace, { signAssertion: false });
    assert.equal((await bring(at, unsigned)).location, '/signin');
    const signed = await answer(await begin(at), grace, { signResponse: false });
    assert.equal((await bring(at, signed)).location, '/signup/with');
  },
  {},
  { signed: 'assertion' },
);

testSaml('strong contexts are a second factor', async (world) => {
  const at = openBrowser(world);
  const context = 'https://refeds.org/profile/mfa';
  await bring(at, await answer(await begin(at), grace, { authnContextClassRef: context }));
  assert.equal((await joinedFrom(at)).location, '/saved');
});

/** As Keycloak and Shibboleth publish it, with an encryption key and other bindings. */
const metadataOf = (entityId: string, cert: string) => {
  const key = (use: string, text: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
    <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      ${key('encryption', 'AAAA')}${key('signing', cert)}
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/redirect?a=1&amp;b=2"/>
    </md:IDPSSODescriptor></md:EntityDescriptor>`;
};

testSaml('an operator pastes the metadata of the provider', async ({ app, ada }) => {
  const { id } = await app.db.selectFrom('identity.provider').select('id').executeTakeFirstOrThrow();
  const before = await getProvider(app, id);
  const { cert } = await otherKeys;
  const saml = {
    metadata: '',
    sign_in_url: '',
    sign_out_url: '',
    certificates: '',
    signed: 'both',
    signs_requests: false,
    must_encrypt: false,
  } as const;
  const change = (metadata: string) =>
    updateProvider(app, ada, id, { ...baseProvider, client_id: '', saml: { ...saml, metadata } });
  await change(metadataOf('urn:idp', cert.replaceAll(/-----[A-Z ]+-----/g, '')));
  const { issuer, clientId, secret, saml: read } = await getProvider(app, id);
  assert.deepEqual([issuer, clientId], ['urn:idp', 'http://plaza.test/signin/with/corp/metadata']);
  assert.equal(read?.signInUrl, 'https://idp.example/redirect?a=1&b=2');
  assert.deepEqual(
    read.certificates.map((pem) => pem.trim()),
    [cert.trim()],
  );
  assert.equal(read.signsRequests, true);
  assert.deepEqual([secret, read.certificate], [before.secret, before.saml?.certificate], 'our key remains');
  for (const wrong of ['<a>', metadataOf('', cert), metadataOf('urn:idp', 'no certificate'), '<!DOCTYPE a>'])
    await assert.rejects(change(wrong), { kind: 'invalid', field: 'metadata' });
});
