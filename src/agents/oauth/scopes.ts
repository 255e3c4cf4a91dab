import { Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type AgentScope, agentScopes } from '../../platform/http/agent-scopes.ts';
import type { Config } from '../../platform/settings/config.ts';
import { plainResource, resourcesOf } from '../addresses.ts';

/** OpenID's scopes: who the person is, and that the client may refresh tokens. */
const identityScopes = ['openid', 'email', 'offline_access'] as const;

/** All scopes, in the order of documents and of the consent page. */
export const oauthScopes: readonly string[] = [
  'openid',
  'profile',
  'email',
  ...agentScopes.slice(1),
  'offline_access',
];

/** The scopes that the tools of each service use. */
export const scopesAt = {
  plaza: ['profile', 'read', 'write', 'messages', 'tools', 'pay'],
  hop: ['profile', 'links:read', 'links:write'],
} as const;

/** Scopes that only identify the person. An app that has them signs people in. */
export const isIdentityOnly = (scopes: readonly string[]): boolean =>
  scopes.every((scope) => scope === 'profile' || (identityScopes as readonly string[]).includes(scope));

/** A scope as people see it on the consent page. */
export interface ScopeChoice {
  scope: string;
  label: string;
  hint: string;
}

const described = (): Readonly<Record<AgentScope | 'email', [label: string, hint: string]>> => ({
  profile: [t('See your profile'), t('Your name, username and picture')],
  email: [t('See your email address'), ''],
  read: [t('Read'), t('What you can read on Plaza, without your messages')],
  write: [
    t('Post and act for you'),
    t('Posts, comments, reactions and follows in your name, labeled with its name'),
  ],
  messages: [t('Messages'), t('Read and send your private messages')],
  'links:read': [t('Read your links'), t('Your short links, QR codes and their statistics')],
  'links:write': [t('Change your links'), t('Shorten, change and delete links in your account')],
  tools: [t('Run tools'), t('Use the toolkit within your free limits')],
  pay: [t('Pay from your wallet'), t('Only up to the daily limit that you set')],
});

/** The choices of a consent page: what was asked for, except what every client needs. */
export const choicesOf = (asked: readonly string[]): ScopeChoice[] =>
  Object.entries(described())
    .filter(([scope]) => asked.includes(scope))
    .map(([scope, [label, hint]]) => ({ scope, label, hint }));

const invalidScope = (text: string) =>
  new Problem('invalid', text, { field: 'scope', code: 'invalid_scope' });

/** Parses the scopes of a request. As OpenID requires, unknown ones are ignored in its requests. */
export function parseScopes(given: string | undefined, byDefault: readonly string[] = ['profile']): string[] {
  const asked = [...new Set((given ?? '').split(' ').filter(Boolean))];
  if (asked.length === 0) return [...byDefault];
  const known = asked.filter((scope) => oauthScopes.includes(scope));
  if (known.length < asked.length && !known.includes('openid'))
    throw invalidScope(`The scopes are ${oauthScopes.join(', ')}`);
  return known;
}

/** Returns the scopes of a narrower token. Throws `invalid_scope` for any that was not granted. */
export function narrowScopes(granted: readonly string[], given: string | undefined): string[] {
  const asked = parseScopes(given, granted);
  if (asked.some((scope) => !granted.includes(scope))) throw invalidScope('This scope was not granted');
  return asked;
}

/** Parses the resources of a request (RFC 8707). With `granted`, others than those are refused. */
export function parseResources(
  config: Pick<Config, 'plazaUrl' | 'hopUrl'>,
  given: string | readonly string[] | undefined,
  granted: readonly string[] = [],
): string[] {
  const asked = [...new Set([given ?? []].flat().map(plainResource))];
  const known = granted.length > 0 ? granted : resourcesOf(config);
  if (asked.some((each) => !known.includes(each)))
    throw new Problem('invalid', 'No tokens are issued for this resource', {
      field: 'resource',
      code: 'invalid_target',
    });
  return asked.length > 0 ? asked : [...granted];
}
