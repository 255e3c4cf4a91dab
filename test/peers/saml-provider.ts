import { promisify } from 'node:util';
import {
  getSamlResponse,
  logout,
  type LogoutOptions,
  parseRequest,
  type ParsedRequest,
  type ResponseOptions,
} from 'samlp';
import { addProvider, type GivenProvider } from '../../src/identity/providers/providers.ts';
import { createCertificate, type Certificate } from '../audit/certificates.ts';
import { testPlaza, type World } from '../ask-plaza.ts';
import { baseProvider, type Browser } from './at-provider.ts';

const rsa = {
  ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 },
  publicExponent: new Uint8Array([1, 0, 1]),
};
export const issuer = 'https://idp.corp.example/metadata';
export const signInUrl = 'https://idp.corp.example/sso';
export const signOutUrl = 'https://idp.corp.example/slo';

const newKeys = () => createCertificate({ name: 'idp.corp.example', algorithm: rsa, isSelfSigned: true });
const keys = newKeys();
/** Of somebody else. */
export const otherKeys = newKeys();

/** What the person has at the provider. */
export interface Person {
  nameId: string;
  attributes: Record<string, unknown>;
}

export const grace: Person = {
  nameId: 'g-1',
  attributes: {
    displayName: 'Grace Hopper',
    uid: 'grace',
    email: 'grace@corp.example',
    groups: ['staff', 'mods'],
  },
};

/** Reads our request as the identity provider of Auth0 does, with its signature if there is a certificate. */
export const readRequest = (url: string, signingCert?: string): Promise<ParsedRequest | undefined> =>
  promisify(parseRequest)(
    { query: Object.fromEntries(new URL(url).searchParams), originalUrl: url, method: 'GET' },
    signingCert === undefined ? {} : { signingCert },
  );

/** Answers a request as the identity provider of Auth0 does. Returns XML. */
export async function answer(
  url: string,
  { nameId, attributes }: Person = grace,
  changes: Partial<ResponseOptions> = {},
): Promise<string> {
  const request = await readRequest(url);
  if (!request) throw new Error('no request');
  const at = request.assertionConsumerServiceURL;
  const xml = await promisify(getSamlResponse)(
    {
      ...(await keys),
      ...{ issuer, recipient: at, destination: at, audience: request.issuer, inResponseTo: request.id },
      ...{ lifetimeInSeconds: 300, signResponse: true, signAssertion: true },
      ...{ signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256', sessionIndex: 'session-1' },
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      authnContextClassRef: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      profileMapper: () => ({
        getClaims: () => attributes,
        getNameIdentifier: () => ({ nameIdentifier: nameId }),
      }),
      ...changes,
    },
    {},
  );
  return xml ?? '';
}

/** The page of the provider submits the answer, and the browser follows. Returns where it ends. */
export async function bring(at: Browser, xml: string, fields: Record<string, string> = {}) {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const posted = await at.postFrom('https://idp.corp.example', '/signin/with/corp/acs', {
    SAMLResponse,
    ...fields,
  });
  return posted.location === '/signin/with/corp/callback' ? at.get(posted.location) : posted;
}

/** Begins a sign-in. Returns the URL at the provider. */
export async function begin(at: Browser, query = ''): Promise<string> {
  const { location } = await at.get(`/signin/with/corp?next=%2Fsaved${query}`);
  return location;
}

/** A test with a SAML provider that Plaza knows as `corp`. */
export function testSaml(
  title: string,
  work: (world: World) => Promise<void>,
  given: Partial<GivenProvider> = {},
  saml: Partial<GivenProvider['saml']> = {},
): void {
  testPlaza(title, async (world) => {
    const { cert }: Certificate = await keys;
    await addProvider(world.app, world.ada, {
      ...{ ...baseProvider, kind: 'saml', secret: '', client_id: '', issuer },
      saml: {
        ...{ metadata: '', sign_in_url: signInUrl, sign_out_url: signOutUrl, certificates: cert },
        ...{ signed: 'both', signs_requests: false, must_encrypt: false },
        ...saml,
      },
      ...given,
    });
    await work(world);
  });
}

/** A person’s session with us, as the provider remembers it. */
export interface Signed {
  nameId?: string;
  /** Empty: all sessions. */
  sessionIndex?: string;
  binding?: 'POST' | 'Redirect';
  destination?: string;
}

/**
 * Signs a person out as the identity provider of Auth0 does. `bring` is what the browser does with the request: it gets
 * the address, and the fields of the form if there is one, and returns where we sent it with our answer. Returns whether
 * the provider accepts the answer, whose signature it checks.
 */
export async function signOutThere(
  { nameId = 'g-1', sessionIndex = 'session-1', binding = 'Redirect', destination }: Signed,
  bring: (url: string, fields: Record<string, string>) => Promise<string>,
  ourCert: string,
  changes: Partial<LogoutOptions> = {},
): Promise<boolean> {
  const participant = {
    serviceProviderId: 'http://plaza.test/signin/with/corp/metadata',
    serviceProviderLogoutURL: destination ?? 'http://plaza.test/signin/with/corp/slo',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    binding: `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}`,
    ...{ nameId, sessionIndex, cert: ourCert },
  };
  const left = [participant];
  const first = (done: (error: null, found?: typeof participant) => void) => done(null, left[0]);
  const handle = logout({
    ...(await keys),
    ...{ issuer, deflate: true },
    sessionParticipants: {
      hasElements: () => left.length > 0,
      getFirst: first,
      get: (_issuer, _sessions, _nameId, done) => first(done),
      remove: (_issuer, _session, _nameId, done) => {
        left.pop();
        done(null);
      },
    },
    ...changes,
  });
  const session = {};
  const ask = (query: Record<string, string>) =>
    new Promise<unknown>((resolve, reject) => {
      const answered = { set: () => undefined, send: resolve, redirect: resolve };
      handle({ query, body: {}, session }, answered, (error) => reject(error ?? new Error('not handled')));
    });
  const sent = String(await ask({}));
  const fields = [...sent.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  ]);
  const to = binding === 'POST' ? participant.serviceProviderLogoutURL : sent;
  const back = await bring(to, Object.fromEntries(fields) as Record<string, string>);
  if (!back.startsWith(signOutUrl)) return false;
  await ask(Object.fromEntries(new URL(back).searchParams));
  return left.length === 0;
}
