import assert from 'node:assert/strict';
import { addProvider, type GivenProvider } from '../../src/identity/providers/providers.ts';
import { testPlaza, type World } from '../ask-plaza.ts';
import { OpenIdProvider } from './openid-provider.ts';

/** A provider as operators enter it. */
export const baseProvider: GivenProvider = {
  slug: 'corp',
  kind: 'oidc',
  label: 'Corp',
  issuer: '',
  client_id: 'plaza',
  secret: 'a secret of forty characters, or a few more',
  email_domains: '',
  trusts_email: true,
  newcomers: 'registration',
  groups_claim: 'groups',
  group_roles: '',
  enabled: true,
};

/** A browser with a cookie jar, in front of Plaza. */
export function openBrowser({ plaza }: World) {
  const jar = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    fields?: Record<string, string>,
    from = 'http://plaza.test',
  ) => {
    const isOurs = from === 'http://plaza.test';
    const answer = await plaza.inject({
      method,
      url,
      headers: {
        accept: 'text/html',
        // Ours are SameSite=Lax: a form of another site sends none.
        ...(isOurs && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(!isOurs && { 'sec-fetch-site': 'cross-site' }),
        ...(fields && { origin: from, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.statusCode, location: answer.headers.location ?? '', text: answer.body };
  };
  return {
    jar,
    get: (url: string) => send('GET', url),
    post: (url: string, fields: Record<string, string> = {}) => send('POST', url, fields),
    /** Submits a form of another site. */
    postFrom: (from: string, url: string, fields: Record<string, string>) => send('POST', url, fields, from),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** Goes to the provider and comes back. Returns Plaza's answer to the callback. */
export async function signInAt(at: Browser, provider: OpenIdProvider, query = '') {
  const begun = await at.get(`/signin/with/corp?next=%2Fsaved${query}`);
  assert.equal(begun.status, 303, begun.text.slice(0, 300));
  const back = new URL(await provider.follow(begun.location));
  return at.get(back.pathname + back.search);
}

/** A test with a provider that Plaza knows as `corp`. */
export function testProvider(
  title: string,
  work: (world: World, provider: OpenIdProvider) => Promise<void>,
  given: Partial<GivenProvider> = {},
  settings = {},
): void {
  testPlaza(
    title,
    async (world) => {
      const provider = await OpenIdProvider.start(['http://plaza.test'], 'corp');
      try {
        await addProvider(world.app, world.ada, { ...baseProvider, issuer: provider.issuer, ...given });
        await work(world, provider);
      } finally {
        await provider.close();
      }
    },
    settings,
  );
}

/** A person who has no account here. */
export const newcomer = (claims = {}) => ({
  subject: 'new-1',
  claims: {
    name: 'Grace Hopper',
    preferred_username: 'grace',
    email: 'grace@corp.example',
    email_verified: true,
    ...claims,
  },
});
