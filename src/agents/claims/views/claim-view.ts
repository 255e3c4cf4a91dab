import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { icon } from '../../../web/components/icon.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PendingClaim } from '../pending-claim.ts';

/** The page cannot be framed and has no links to other pages. */
const page = () => ({ title: t('Approve an agent'), shape: 'plain', style: 'settings' }) as const;

/** The form for the code that the agent shows. */
export const codeFormView = (state?: FormState): View => ({
  ...page(),
  body: html`<h1>Approve an agent</h1>
    <p>Enter the six digits that the agent showed you. They are valid for 30 minutes.</p>
    ${form({
      action: '/claim',
      method: 'get',
      state,
      submit: t('Continue'),
      body: textField({
        name: 'code',
        label: t('Code'),
        value: state?.values?.code,
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 12,
        mono: true,
        autofocus: true,
      }),
    })}`,
});

interface Owner {
  id: string;
  name: string;
  username: string;
  picture: string | null;
}

/**
 * Shows which agent asks, on whose behalf it would act, and what it could do. Approving and denying have
 * equal visual weight.
 */
export const claimView = ({ agent, userCode, startedAt }: PendingClaim, owner: Owner): View => ({
  ...page(),
  body: html`<div class="agent-claim">
    <h1>Let ${agent.name} act as you?</h1>
    <p>An AI agent or program that calls itself <b>${agent.name}</b> asks to use your account.</p>
    <p class="agent-code">
      <span class="visually-hidden">Code</span> ${userCode.slice(0, 3)} ${userCode.slice(3)}
    </p>
    <p>
      Approve only if <b>you started this</b> and the agent shows you the same code. Plaza staff will never
      send you a code to approve.
    </p>
    <dl class="agent-facts">
      <div>
        <dt>Acts as</dt>
        <dd>${avatar(owner, 'small')} ${owner.name} <span class="quiet">@${owner.username}</span></dd>
      </div>
      <div>
        <dt>Requested</dt>
        <dd><span>${relativeTime(startedAt)}, from ${agent.address}</span></dd>
      </div>
      <div>
        <dt>Sent by</dt>
        <dd>${agent.userAgent || t('an unidentified program')}</dd>
      </div>
      <div>
        <dt>Agent</dt>
        <dd><code>${agent.publicId}</code></dd>
      </div>
    </dl>
    <h2>This agent can</h2>
    <ul class="agent-powers">
      <li>${icon('check')} Read what you can read, including your messages</li>
      <li>${icon('check')} Post, comment and react in your name, labeled as written by an agent</li>
      <li>${icon('check')} Follow, join and save for you</li>
    </ul>
    <h2>This agent cannot</h2>
    <ul class="agent-powers">
      <li>${icon('x')} Change your password, email address or sign-in methods</li>
      <li>${icon('x')} Approve other agents, create API keys or delete your account</li>
    </ul>
    <form class="agent-answers" action="/claim" method="post">
      <input type="hidden" name="code" value="${userCode}" />
      ${button({ label: t('Deny'), name: 'answer', value: 'deny' })}
      ${button({ label: t('Approve'), name: 'answer', value: 'approve' })}
    </form>
    <p class="quiet">You can limit or disconnect it at any time in Settings, under Agents.</p>
  </div>`,
});

/** The decision and the next step. */
export const answeredView = (agent: { name: string }, isApproved: boolean): View => ({
  ...page(),
  title: isApproved ? t('Agent approved') : t('Request denied'),
  body: isApproved
    ? html`<h1>${agent.name} is connected</h1>
        <p>You can close this page. We emailed you a confirmation.</p>
        ${linkButton({ label: t('Manage your agents'), href: '/settings/agents' })}`
    : html`<h1>Request denied</h1>
        <p>${agent.name} did not get access to your account.</p>
        ${linkButton({ label: t('Go to your feed'), href: '/' })}`,
});
