import { t } from '../../web/translation/translate.ts';
import { button, icon } from '../../web/components/controls.ts';
import { checkboxGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { errorSummary, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { approvalPage, type ApprovalOwner, ownerFact } from '../approval.ts';
import type { AuthorizationRequest } from './authorization.ts';
import type { OAuthClient } from './client.ts';
import { choicesOf, isIdentityOnly } from './scopes.ts';

interface Consent {
  owner: ApprovalOwner;
  request: AuthorizationRequest;
  /** The request for the form. */
  sealed: string;
  currency: string;
  state?: FormState | undefined;
}

/** Shows who asks, for what, and where the person goes afterwards. Denying and approving have equal visual weight. */
export function consentView({ owner, request, sealed, currency, state }: Consent): View {
  const { client, scopes, redirectUri } = request;
  const isSignIn = isIdentityOnly(scopes);
  const back = new URL(redirectUri);
  const title = isSignIn
    ? t('Sign in to {name}', { name: client.name })
    : t('Connect {name}', { name: client.name });
  return {
    ...approvalPage,
    title,
    // Browsers follow the redirect of a form only if `form-action` allows its target.
    policy: { sources: { 'form-action': [/^https?:$/.test(back.protocol) ? back.origin : back.protocol] } },
    body: html`<div class="agent-claim">
      ${client.logo && html`<img class="agent-logo" src="data:image/webp;base64,${client.logo.toString('base64')}" alt="" width="64" height="64" />`}
      <h1>${isSignIn ? html`Sign in to ${client.name}?` : html`Let ${client.name} act for you?`}</h1>
      <p>${vouchedFor(client)}</p>
      <dl class="agent-facts">
        ${ownerFact(owner)}
        <div>
          <dt>Sends you to</dt>
          <dd>${isOnDevice(back) ? t('a program on your device') : back.host}</dd>
        </div>
      </dl>
      <form class="form" action="/oauth2/authorize" method="post" data-turbo="false" novalidate>
        <input type="hidden" name="request" value="${sealed}" />
        ${state?.message !== undefined && errorSummary(state)} ${permissions(scopes, state)}
        ${
          scopes.includes('pay') &&
          textField({
            name: 'dailySpending',
            label: t('Most it may pay per day ({currency})', { currency }),
            hint: t('Needed for payments only'),
            value: state?.values?.dailySpending,
            error: state?.errors?.dailySpending,
            inputmode: 'decimal',
            maxlength: 20,
          })
        }
        <div class="agent-claim">
          <h2>It cannot</h2>
          <ul class="agent-powers">
            <li>${icon('x')} Change your password, email address or sign-in methods</li>
            <li>${icon('x')} Approve other agents, create API keys or delete your account</li>
          </ul>
        </div>
        <div class="agent-answers">
          ${button({ label: t('Deny'), name: 'answer', value: 'deny' })}
          ${button({ label: isSignIn ? t('Continue') : t('Approve'), name: 'answer', value: 'approve' })}
        </div>
      </form>
      <p class="quiet">You can disconnect it at any time in Settings, under Apps and agents.</p>
    </div>`,
  };
}

/** Who answers for the name. A program that registered itself can call itself anything. */
function vouchedFor({ kind, name, domain }: OAuthClient): Html {
  if (kind === 'document')
    return html`<b>${name}</b> is the app of <b>${domain}</b>, which was verified by its address.`;
  if (kind === 'app')
    return html`<b>${name}</b> of <b>${domain}</b> was registered by a member of this site.`;
  return html`A program that calls itself <b>${name}</b> asks for access. Its name is not verified. Approve
    only if <b>you started this</b>.`;
}

const isOnDevice = ({ protocol, hostname }: URL) =>
  (protocol !== 'https:' && protocol !== 'http:') || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** What it may do, each to be left out. Payments are left out until the person chooses them. */
function permissions(scopes: readonly string[], state?: FormState): Html {
  const choices = choicesOf(scopes);
  if (choices.length === 0) return html`<p>It learns only that you have an account here.</p>`;
  const chosen = state?.values
    ? (state.values.scopes ?? '').split(',')
    : choices.map(({ scope }) => scope).filter((scope) => scope !== 'pay');
  return checkboxGroup({
    name: 'scopes',
    label: t('It can'),
    values: chosen,
    error: state?.errors?.scopes,
    choices: choices.map(({ scope, label, hint }) => ({ value: scope, label, ...(hint !== '' && { hint }) })),
  });
}
