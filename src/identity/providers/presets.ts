import { msg, type Message } from '../../kernel/problem.ts';
import type { ProviderKind } from './providers.ts';

/** A well-known provider, to fill in the form with. */
export interface Preset {
  slug: string;
  kind: ProviderKind;
  label: string;
  issuer: string;
  /** Whether only addresses that the provider has checked are called verified. */
  trustsEmail: boolean;
  groupsClaim: string;
  /** Where the client is created. */
  hint: Message;
}

const oidc = { kind: 'oidc', groupsClaim: 'groups', trustsEmail: true } as const;

/** A provider that is not listed. */
export const otherProvider: Preset = {
  ...oidc,
  slug: 'oidc',
  label: 'OpenID Connect',
  issuer: '',
  trustsEmail: false,
  hint: msg('Any provider that publishes /.well-known/openid-configuration under its issuer.'),
};

export const presets: readonly Preset[] = [
  {
    ...oidc,
    slug: 'google',
    label: 'Google',
    issuer: 'https://accounts.google.com',
    groupsClaim: '',
    hint: msg('Google Cloud console: APIs & Services, Credentials, OAuth client ID, Web application.'),
  },
  {
    ...oidc,
    slug: 'microsoft',
    label: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    // Addresses of other tenants are what their administrators entered.
    trustsEmail: false,
    hint: msg(
      'Microsoft Entra admin center: App registrations. Replace “common” with your tenant ID to admit only your organization.',
    ),
  },
  {
    slug: 'github',
    kind: 'github',
    label: 'GitHub',
    issuer: 'https://github.com',
    trustsEmail: true,
    groupsClaim: '',
    hint: msg(
      'GitHub: Settings, Developer settings, OAuth apps. For GitHub Enterprise Server, enter its address.',
    ),
  },
  {
    ...oidc,
    slug: 'gitlab',
    label: 'GitLab',
    issuer: 'https://gitlab.com',
    groupsClaim: 'groups_direct',
    hint: msg('GitLab: Preferences, Applications, with the scopes openid, profile and email.'),
  },
  {
    ...oidc,
    slug: 'keycloak',
    label: 'Keycloak',
    issuer: 'https://keycloak.example.org/realms/main',
    hint: msg('Keycloak: Clients, Create client, OpenID Connect. Add a “groups” mapper to send groups.'),
  },
  {
    ...oidc,
    slug: 'authentik',
    label: 'Authentik',
    issuer: 'https://authentik.example.org/application/o/plaza/',
    hint: msg('Authentik: Applications, Providers, OAuth2/OpenID Provider.'),
  },
  otherProvider,
  {
    slug: 'saml',
    kind: 'saml',
    label: 'SAML 2.0',
    issuer: '',
    trustsEmail: false,
    groupsClaim: 'groups',
    hint: msg(
      'Any identity provider with SAML 2.0, such as Microsoft Entra, Okta, ADFS or Shibboleth. Import our metadata there after you have added it here.',
    ),
  },
];
