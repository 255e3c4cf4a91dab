import { msg, invalid } from '../../kernel/problem.ts';
import { seal } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import type { GivenProvider, MappedRole, Provider } from './providers.ts';
import { parseSaml } from './saml-settings.ts';

/** The columns of a provider from what an operator typed. `before` is the provider that is changed. */
export async function parseProvider(app: App, given: GivenProvider, before?: Provider) {
  if (!/^[a-z0-9-]{1,40}$/.test(given.slug))
    throw invalid('slug', msg('Use 1 to 40 lower-case letters, digits and hyphens'));
  const label = given.label.trim();
  if (label === '' || label.length > 60) throw invalid('label', msg('Enter 1 to 60 characters'));
  const { issuer, client_id, secret, saml } =
    given.kind === 'saml' ? await parseSaml(app, given, before) : parseClient(given);
  if (saml) parseUrl('sign_in_url', saml.signInUrl);
  if (saml?.signOutUrl) parseUrl('sign_out_url', saml.signOutUrl);
  return {
    label,
    issuer,
    client_id,
    secret_sealed: secret === '' ? null : seal(app.config.secretKey, secret),
    saml: saml && JSON.stringify(saml),
    email_domains: given.email_domains
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    trusts_email: given.trusts_email,
    newcomers: given.newcomers,
    groups_claim: given.groups_claim.trim(),
    group_roles: JSON.stringify(await parseGroupRoles(app, given.group_roles)),
    enabled: given.enabled,
  };
}

function parseClient(given: GivenProvider) {
  const client_id = given.client_id.trim();
  if (client_id === '') throw invalid('client_id', msg('Enter the client ID that the provider gave you'));
  return { issuer: parseIssuer(given.issuer.trim()), client_id, secret: given.secret.trim(), saml: null };
}

/** The issuer identifies the provider, to the letter. */
function parseIssuer(issuer: string): string {
  const url = parseUrl('issuer', issuer);
  if (url.search !== '') throw invalid('issuer', msg('Enter a URL without parameters'));
  return issuer;
}

/** A URL of a provider. Only one on this machine may do without TLS. */
function parseUrl(field: string, typed: string): URL {
  const url = URL.parse(typed);
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw invalid(field, msg('Enter a URL that starts with https://'));
  if (url.hash !== '' || url.username !== '') throw invalid(field, msg('Enter a URL without parameters'));
  return url;
}

async function parseGroupRoles({ db }: App, text: string): Promise<MappedRole[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  const roles = await db.selectFrom('identity.role').select('name').execute();
  return lines.map((line) => {
    const at = line.lastIndexOf('=');
    const [group, role] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || group === '' || !roles.some(({ name }) => name === role))
      throw invalid(
        'group_roles',
        msg('“{line}” is not a group and one of these roles: {roles}', {
          line: line.slice(0, 60),
          roles: roles.map(({ name }) => name).join(', '),
        }),
      );
    return { group, role };
  });
}
