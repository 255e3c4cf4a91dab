import { createAccessKey } from '../../src/identity/access-keys.ts';
import { addProvider, changeScimToken } from '../../src/identity/providers/providers.ts';
import { startSession } from '../../src/identity/sessions/sessions.ts';
import { tokenHash } from '../../src/kernel/secrets.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import type { CredentialKind, Target } from './requests.ts';

/**
 * Returns the credentials of a request. Valid ones are created for each request, because the request may
 * revoke them.
 */
export async function credentials(
  app: App,
  viewer: Viewer,
  target: Target,
  standing: CredentialKind,
): Promise<Record<string, string>> {
  if (standing === 'nobody') return {};
  if (standing === 'pretender') return forged[target.kind];
  if (target.path.startsWith('/scim/')) return { authorization: `Bearer ${await scimToken(app, viewer)}` };
  if (target.kind === 'links') return { authorization: `Bearer ${await keyFor(app, viewer, target)}` };
  const token = await startSession(app, viewer.id, {
    createdVia: 'page',
    userAgent: '',
    address: '127.0.0.1',
  });
  return target.kind === 'page' || target.kind === 'bare'
    ? { cookie: `c_user=${viewer.id}; xs=${token}` }
    : { 'x-auth-token': token };
}

const scimTokens = new WeakMap<App, Promise<string>>();

/** The token of an organization that provisions people. */
function scimToken(app: App, { id }: Viewer): Promise<string> {
  const known = scimTokens.get(app) ?? createScimToken(app, id);
  scimTokens.set(app, known);
  return known;
}

async function createScimToken(app: App, id: string): Promise<string> {
  const provider = await addProvider(
    app,
    { id },
    {
      ...{
        slug: 'organization',
        kind: 'oidc',
        label: 'Organization',
        issuer: 'https://id.organization.example',
      },
      ...{ client_id: 'plaza', secret: 's', email_domains: '', trusts_email: true, newcomers: 'never' },
      ...{ groups_claim: '', group_roles: '', enabled: true },
    },
  );
  return changeScimToken(app, { id }, provider, true);
}

/** What an attacker could take over, or do to others, needs a key with its scope. */
const explicit = /^\/api\/(?:account\/export|users?\/|plan\/)/;

async function keyFor(app: App, viewer: Viewer, { path }: Target): Promise<string> {
  const key = await createAccessKey(app, viewer.id);
  if (explicit.test(path))
    await app.db
      .updateTable('identity.access_key')
      .set({ scopes: ['account:write', 'users:write'] })
      .where('key_hash', '=', tokenHash(key))
      .execute();
  return key;
}

const forged: Readonly<Record<Target['kind'], Record<string, string>>> = {
  social: {
    'x-api-key': 'made up',
    'x-signature': 'zz',
    'x-timestamp': '1e9',
    'x-auth-token': "' or 1=1 --",
    cookie: 'c_user=1; xs=%00',
  },
  links: { authorization: 'Bearer \u00ff\u00fe' },
  bare: { authorization: 'Bearer eyJ..', 'payment-signature': 'e30=' },
  page: { cookie: 'c_user=1; xs=made%20up; flash=%7B; theme="><script>; flash=e30' },
};
