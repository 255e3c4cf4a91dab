import { t } from '../../web/translation/translate.ts';
import { badge } from '../../web/components/badge.ts';
import { linkButton } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { copyField } from '../../web/components/copy.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { checkbox, radioGroup } from '../../web/components/fields/choice-field.ts';
import { passwordField, textArea, textField } from '../../web/components/fields/text-field.ts';
import { notice } from '../../web/components/notice.ts';
import { table } from '../../web/components/table.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { operator } from '../components/operator-frame.ts';
import { presets, type Preset } from './presets.ts';
import type { Provider } from './providers.ts';

const href = '/operator/sign-in';
/** Where `provisioning` serves SCIM. */
const scimPath = '/scim/v2';

/** The providers that people sign in with, and buttons to add one. */
export const providersView = (
  providers: readonly Provider[],
  people: ReadonlyMap<string, number>,
  passwordsAreOff: boolean,
): View =>
  operator(
    t('Sign-in'),
    href,
    html`${passwordsAreOff && passwordNotice(providers)}
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

const passwordNotice = (providers: readonly Provider[]): Html =>
  providers.some(({ isEnabled }) => isEnabled)
    ? notice({ tone: 'neutral', title: t('Passwords are off'), body: t('OIDC_ONLY is set.') })
    : notice({
        tone: 'warning',
        title: t('Passwords stay on for now'),
        body: t('OIDC_ONLY is set, but no provider is enabled, so nobody could sign in.'),
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
          ${fields(state)}`,
      }),
    }),
  );
};

/** One provider: what to enter there, and a form to change it. */
export const providerView = (
  { id, label, slug, kind, isProvisioned }: Provider,
  { plazaUrl, hopUrl }: { plazaUrl: string; hopUrl: string },
  state: FormState,
): View => {
  const origins = [plazaUrl, hopUrl];
  return operator(
    label,
    href,
    html`${card({
      title: t('Enter these at {label}', { label }),
      body: html`${addresses(
        t('Redirect URIs'),
        origins.map((origin) => `${origin}/signin/with/${slug}/callback`),
      )}
      ${
        kind === 'oidc' &&
        html`${addresses(
          t('Redirect URIs after signing out'),
          origins.map((origin) => `${origin}/`),
        )}
        ${addresses(t('Back-channel logout URI'), [`${plazaUrl}/signin/with/${slug}/logout`])}`
      }`,
    })}
    ${card({
      title: t('Provider'),
      body: form({
        action: `${href}/${id}`,
        state,
        submit: t('Save changes'),
        cancel: { label: t('Cancel'), href },
        body: fields(state, true),
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

function fields(state: FormState, isSaved = false): Html {
  const field = bind(state);
  const isOidc = state.values?.kind !== 'github';
  const hint = t('On the button: Continue with …');
  return html`${textField({ ...field('label'), label: t('Label'), hint, maxlength: 60, required: true })}
  ${textField({
    ...field('issuer'),
    label: isOidc ? t('Issuer') : t('Address of GitHub'),
    hint: isOidc ? t('Exactly as the provider writes it.') : undefined,
    type: 'url',
    mono: true,
    required: true,
  })}
  ${textField({ ...field('client_id'), label: t('Client ID'), mono: true, required: true })}
  ${passwordField({
    ...field('secret'),
    label: t('Client secret'),
    hint: isSaved ? t('Stored encrypted. Leave empty to keep it.') : t('Stored encrypted.'),
    purpose: 'new',
  })}
  ${textArea({
    ...field('email_domains'),
    label: t('Email domains'),
    hint: t('One per line. Only people with a verified address there are admitted. Empty: everyone.'),
    rows: 2,
    mono: true,
  })}
  ${checkbox({
    name: 'trusts_email',
    checked: state.values?.trusts_email !== undefined,
    label: t('Trust verified addresses'),
    hint: t(
      'An address that the provider calls verified needs no code here. Only for providers that check them.',
    ),
  })}
  ${radioGroup({
    ...field('newcomers'),
    value: state.values?.newcomers ?? 'registration',
    label: t('People without an account'),
    choices: [
      {
        value: 'registration',
        label: t('Register as anyone'),
        hint: t('Invitations, approval and questions apply.'),
      },
      { value: 'always', label: t('Get an account at once'), hint: t('Also when registration is closed.') },
      { value: 'never', label: t('Are not admitted') },
    ],
  })}
  ${
    isOidc &&
    html`${textField({
      ...field('groups_claim'),
      label: t('Claim with groups'),
      hint: t('Usually “groups”. Empty: groups are ignored.'),
      mono: true,
    })}
    ${textArea({
      ...field('group_roles'),
      label: t('Roles of groups'),
      hint: t('One per line, such as “admins = operator”. The first that fits is given at each sign-in.'),
      rows: 3,
      mono: true,
    })}`
  }
  ${checkbox({ name: 'enabled', checked: state.values?.enabled !== undefined, label: t('Enabled') })}`;
}
