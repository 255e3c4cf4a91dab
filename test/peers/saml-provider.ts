import { promisify } from 'node:util';
import { getSamlResponse, parseRequest, type ParsedRequest, type ResponseOptions } from 'samlp';
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
        ...{ metadata: '', sign_in_url: signInUrl, certificates: cert },
        ...{ signed: 'both', signs_requests: false, must_encrypt: false },
        ...saml,
      },
      ...given,
    });
    await work(world);
  });
}
