import { t } from '../../web/translation/translate.ts';
import { badge, card, emptyState, notice, table } from '../../web/components/surfaces.ts';
import { linkButton, copyField } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { operator } from '../components/operator-frame.ts';
import { presets, type Preset } from './presets.ts';
import { providerFields } from './provider-form.ts';
import type { Provider } from './providers.ts';
import { metadataUrl } from './saml-settings.ts';

const href = '/operator/sign-in';
/** Where `provisioning` serves SCIM. */
const scimPath = '/scim/v2';

/** The providers that people sign in with, and buttons to add one. */
export const providersView = (
  providers: readonly Provider[],
  people: ReadonlyMap<string, number>,
  withoutPasswords: { areOff: boolean } | undefined,
): View =>
  operator(
    t('Sign-in'),
    href,
    html`${withoutPasswords && passwordNotice(withoutPasswords.areOff)}
    ${table({
      caption: t('Sign-in providers'),
      rows: [...providers],
      columns: [
        {
          label: t('Provider'),
          main: true,
          cell: ({ id, label }) => html`<a href="${href}/${id}">${label}</a>`,
        },
        { label: t('Issuer'), cell: ({ issuer }) => html`<code>${issuer}</code>` },
        { label: t('People'), align: 'end', cell: ({ id }) => String(people.get(id) ?? 0) },
        {
          label: t('Status'),
          cell: ({ isEnabled }) => (isEnabled ? badge(t('On'), 'success') : badge(t('Off'))),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No sign-in providers yet'),
        text: t('People sign in with a password or a passkey.'),
      }),
    })}
    ${card({
      title: t('Add a provider'),
      lead: t('People can then sign in on both services with an account that they have there.'),
      body: html`<div class="form-actions">
        ${presets.map(({ slug, label }) => linkButton({ label, href: `${href}/new?preset=${slug}` }))}
      </div>`,
    })}`,
  );

const passwordNotice = (areOff: boolean): Html =>
  areOff
    ? notice({ tone: 'neutral', title: t('Passwords are off'), body: t('OIDC_ONLY is set.') })
    : notice({
        tone: 'warning',
        title: t('Passwords stay on for now'),
        body: t(
          'OIDC_ONLY is set, but no operator could sign in without a password. Enable a provider, and connect your account under Sign-in methods or add a passkey.',
        ),
      });

/** The form to add a provider, filled in from a well-known one. */
export const newProviderView = (preset: Preset, refusedState?: FormState): View => {
  const { slug, kind, label, issuer, trustsEmail, groupsClaim } = preset;
  const values = {
    ...{ slug, kind, label, issuer, groups_claim: groupsClaim, newcomers: 'registration', enabled: 'on' },
    ...(trustsEmail && { trusts_email: 'on' }),
  };
  const state = refusedState ?? { values };
  return operator(
    t('Add a provider'),
    href,
    card({
      title: label,
      lead: t(preset.hint),
      body: form({
        action: `${href}/new`,
        state,
        submit: t('Add provider'),
        cancel: { label: t('Cancel'), href },
        body: html`<input type="hidden" name="kind" value="${state.values?.kind}" /> ${textField({
            ...bind(state)('slug'),
            label: t('Name in addresses'),
            hint: t('Part of the redirect URI, so it cannot change later.'),
            maxlength: 40,
            required: true,
          })}
          ${providerFields(state)}`,
      }),
    }),
  );
};

/** One provider: what to enter there, and a form to change it. */
export const providerView = (
  provider: Provider,
  { plazaUrl, hopUrl }: { plazaUrl: string; hopUrl: string },
  state: FormState,
): View => {
  const { id, label, isProvisioned } = provider;
  const origins = [plazaUrl, hopUrl];
  return operator(
    label,
    href,
    html`${card({ title: t('Enter these at {label}', { label }), body: ownAddresses(provider, origins) })}
    ${card({
      title: t('Provider'),
      body: form({
        action: `${href}/${id}`,
        state,
        submit: t('Save changes'),
        cancel: { label: t('Cancel'), href },
        body: providerFields(state, true),
      }),
    })}
    ${provisioningCard({ id, label, isProvisioned }, plazaUrl)}
    ${card({
      title: t('Remove {label}', { label }),
      lead: t(
        'Nobody can sign in with it anymore. Accounts remain; their owners can set a password by email.',
      ),
      danger: true,
      body: buttonForm({
        label: t('Remove provider'),
        kind: 'danger',
        to: `${href}/${id}/remove`,
        confirm: t('Remove {label}? People who have no other way to sign in need a new password by email.', {
          label,
        }),
      }),
    })}`,
  );
};

/** What the provider must know of us. */
const ownAddresses = ({ slug, kind, clientId }: Provider, origins: readonly string[]): Html => {
  const [plazaUrl = ''] = origins;
  const at = (path: string) => origins.map((origin) => `${origin}${path}`);
  if (kind === 'saml')
    return html`${addresses(t('Metadata'), [metadataUrl(plazaUrl, slug)])}
    ${addresses(t('Entity ID'), [clientId])}
    ${addresses(t('Assertion consumer service URLs'), at(`/signin/with/${slug}/acs`))}
    ${addresses(t('Single logout service URL'), [`${plazaUrl}/signin/with/${slug}/slo`])}`;
  return html`${addresses(t('Redirect URIs'), at(`/signin/with/${slug}/callback`))}
  ${
    kind === 'oidc' &&
    html`${addresses(t('Redirect URIs after signing out'), at('/'))}
    ${addresses(t('Back-channel logout URI'), [`${plazaUrl}/signin/with/${slug}/logout`])}`
  }`;
};

/** SCIM: an organization creates, suspends and groups its people here. */
const provisioningCard = (
  { id, label, isProvisioned }: Pick<Provider, 'id' | 'label' | 'isProvisioned'>,
  plazaUrl: string,
): Html => {
  const to = `${href}/${id}/provisioning`;
  const lead = t(
    'With SCIM 2.0, {label} creates and deactivates accounts and keeps groups up to date, before anyone signs in.',
    { label },
  );
  if (!isProvisioned)
    return card({
      title: t('Provisioning'),
      lead,
      body: buttonForm({ label: t('Turn on'), to, fields: { on: 'yes' }, answersWithPage: true }),
    });
  return card({
    title: t('Provisioning'),
    lead,
    body: html`${addresses(t('SCIM base URL'), [`${plazaUrl}${scimPath}`])}
      <div class="form-actions">
        ${buttonForm({
          label: t('Replace token'),
          to,
          fields: { on: 'yes' },
          answersWithPage: true,
          confirm: t('Replace the token? The present one ends at once.'),
        })}
        ${buttonForm({
          label: t('Turn off'),
          kind: 'danger',
          to,
          fields: { on: 'no' },
          confirm: t(
            'Turn off provisioning? Accounts remain as they are, and {label} cannot change them anymore.',
            {
              label,
            },
          ),
        })}
      </div>`,
  });
};

/** The token of an organization, shown once. */
export const scimTokenView = ({ id, label }: Provider, token: string, plazaUrl: string): View =>
  operator(
    label,
    href,
    card({
      title: t('Enter these at {label}', { label }),
      lead: t('The token is shown only now. With it, anyone can create and deactivate accounts of {label}.', {
        label,
      }),
      body: html`${addresses(t('SCIM base URL'), [`${plazaUrl}${scimPath}`])}
        ${addresses(t('Token'), [token])}
        <div class="form-actions">${linkButton({ label: t('Done'), href: `${href}/${id}` })}</div>`,
    }),
  );

/** Addresses to enter at the provider, below a heading. */
const addresses = (label: string, urls: readonly string[]): Html =>
  html`<h3>${label}</h3>
    ${urls.map((text) => copyField({ label, text }))}`;
