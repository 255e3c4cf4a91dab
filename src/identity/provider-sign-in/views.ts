import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, table, relativeTime } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { settings } from '../components/settings-frame.ts';
import { currentPasswordField } from '../credentials/components.ts';
import type { Provider } from '../providers/providers.ts';
import { registerForm } from '../sign-up/components.ts';
import type { SignUpFields } from '../sign-up/sign-up.ts';
import type { LinkedIdentity } from './linked-identities.ts';

const href = '/settings/sign-in-methods';

interface Methods {
  providers: readonly Provider[];
  linked: readonly LinkedIdentity[];
  hasPassword: boolean;
  state: FormState;
}

/** How the viewer can sign in, and forms to connect providers and disconnect them. */
export const methodsView = ({ providers, linked, hasPassword, state }: Methods): View =>
  settings(
    t('Sign-in methods'),
    href,
    html`${card({
      title: t('Password and passkeys'),
      lead: hasPassword
        ? t('Your account has a password.')
        : t(
            'Your account has no password. Set one by email, or add a passkey, to be able to sign in without a provider.',
          ),
      body: html`<div class="form-actions">
        ${
          hasPassword
            ? linkButton({ label: t('Change password'), href: '/settings/credentials' })
            : html`${linkButton({ label: t('Set a password'), href: '/forgot' })}
              ${linkButton({ label: t('Sign in again'), href: `/signin?again=1&next=${href}` })}`
        }
        ${linkButton({ label: t('Passkeys'), href: '/settings/passkeys' })}
        ${linkButton({ label: t('Two-factor authentication'), href: '/settings/two-factors' })}
      </div>`,
    })}
    ${linked.length > 0 && card({ title: t('Connected accounts'), body: linkedTable(providers, linked) })}
    ${
      providers.length > 0 &&
      card({
        title: t('Connect an account'),
        lead: t('Then sign in with it instead of your password.'),
        body: connectForm(providers, hasPassword, state),
      })
    }
    ${providers.length === 0 && html`<p class="hint">${t('No sign-in providers are set up here.')}</p>`}`,
  );

const linkedTable = (providers: readonly Provider[], linked: readonly LinkedIdentity[]): Html =>
  table({
    caption: t('Connected accounts'),
    rows: linked,
    columns: [
      {
        label: t('Provider'),
        main: true,
        cell: ({ providerId }) => providers.find(({ id }) => id === providerId)?.label ?? t('Not available'),
      },
      { label: t('Account'), cell: ({ name }) => name },
      { label: t('Connected'), cell: ({ linkedAt }) => relativeTime(linkedAt) },
      {
        label: t('Last used'),
        cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt) : t('Not yet')),
      },
      {
        label: t('Disconnect'),
        hideLabel: true,
        align: 'end',
        cell: ({ id }) =>
          linkButton({ label: t('Disconnect'), small: true, href: `${href}/${id}/disconnect` }),
      },
    ],
  });

/** Asks whether to disconnect an identity, and for the password. */
export const disconnectView = ({ id, name }: LinkedIdentity, hasPassword: boolean, state: FormState): View =>
  settings(
    t('Sign-in methods'),
    href,
    card({
      title: t('Disconnect “{name}”?', { name }),
      lead: t('You will no longer be able to sign in with it. Sessions that it began are signed out.'),
      danger: true,
      body: form({
        action: `${href}/${id}/disconnect`,
        state,
        submit: t('Disconnect'),
        submitKind: 'danger',
        cancel: { label: t('Cancel'), href },
        body: proof(hasPassword, state),
      }),
    }),
  );

/** The password, or what stands for it. */
const proof = (hasPassword: boolean, state: FormState): Html =>
  hasPassword
    ? password(state)
    : html`<p class="hint">${t('If you signed in more than 10 minutes ago, sign in again first.')}</p>`;

const connectForm = (providers: readonly Provider[], hasPassword: boolean, state: FormState): Html =>
  form({
    action: `${href}/connect`,
    state,
    submit: t('Continue'),
    answersWithPage: true,
    body: html`${selectField({
      ...bind(state)('slug'),
      label: t('Provider'),
      choices: providers.map(({ slug, label }) => ({ value: slug, label })),
    })}
    ${proof(hasPassword, state)}`,
  });

const password = (state: FormState): Html =>
  currentPasswordField({ ...bind(state)('current'), label: t('Your password') });

/** Leads to the provider. A form may not lead to another site, not even by a redirect. */
export const continueView = (label: string, url: string): View => ({
  title: t('Continue with {label}', { label }),
  shape: 'plain',
  head: html`<meta http-equiv="refresh" content="0; url=${url}" />`,
  body: html`<h1>${t('Continue with {label}', { label })}</h1>
    ${linkButton({ label: t('Continue'), href: url, kind: 'primary', wide: true, data: { 'data-turbo': 'false' } })}
    <p class="plain-more"><a href="${href}">Cancel</a></p>`,
});

/** An account has the address. Its owner signs in to it first. */
export const waitingView = ({ label, email }: { label: string; email: string }): View => ({
  title: t('Connect {label}', { label }),
  shape: 'plain',
  body: html`<h1>${t('Connect {label}', { label })}</h1>
    <p class="lead">
      ${t('An account with {email} exists here. Sign in to it once to connect it.', { email })}
    </p>
    ${linkButton({
      label: t('Sign in'),
      href: `/signin?${new URLSearchParams({ next: '/signin/connect' }).toString()}`,
      kind: 'primary',
      wide: true,
    })}
    <p class="plain-more"><a href="/signin">Cancel</a></p>`,
});

interface Connect {
  label: string;
  name: string;
  username: string;
  state: FormState;
}

/** Asks the owner of an account whether to connect what they came with. */
export const connectView = ({ label, name, username, state }: Connect): View => ({
  title: t('Connect {label}', { label }),
  shape: 'plain',
  body: html`<h1>${t('Connect {label}', { label })}</h1>
    <p class="lead">
      ${t('Whoever can sign in to {label} as {name} can then sign in here as @{username}.', { label, name, username })}
    </p>
    ${form({
      action: '/signin/connect',
      state,
      submit: t('Connect'),
      wide: true,
      body: password(state),
    })}
    <p class="plain-more"><a href="${href}">Cancel</a></p>`,
});

interface Join {
  label: string;
  /** The address that the provider has verified. */
  email: string | undefined;
  asked: SignUpFields & { next: string };
  state: FormState;
}

/** The form for a new account of a person who came from a provider. */
export const joinView = ({ label, email, asked, state }: Join): View => ({
  title: t('Create account'),
  shape: 'plain',
  body: html`<h1>Create account</h1>
    <p class="lead">
      ${
        email === undefined
          ? t('You will sign in with {label}.', { label })
          : t('You will sign in with {label} as {email}.', { label, email })
      }
    </p>
    ${registerForm(state, { ...asked, provider: { action: '/signup/with', email } })}
    <p class="plain-more">
      Already have an account? <a href="/signin?next=%2Fsignin%2Fconnect">Sign in</a>
    </p>`,
});
