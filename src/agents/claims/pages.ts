import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { signInPath } from '../../platform/http/form-pages.ts';
import { button, linkButton, icon } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { relativeTime } from '../../web/components/surfaces.ts';
import { form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { approvalPage, type ApprovalOwner, ownerFact } from '../approval.ts';
import { approveClaim, denyClaim, findClaim, type PendingClaim } from './claims.ts';

const Code = Type.String({ maxLength: 20, default: '' });

export const claimPages = [
  page({
    method: 'GET',
    path: '/claim',
    described: {
      summary: 'Approve an agent',
      description:
        'Open this URL in a browser. The page shows the signed-in person the agent and the permissions it requests. Opening it approves nothing.',
      tag: 'Agents',
    },
    access: 'anyone',
    limit: { by: ['address'], calls: 30, within: minutes(1), perDevice: { calls: 60, within: minutes(1) } },
    query: Type.Object({ code: Code }),
    handle: async ({ app, viewer, query, client }) => {
      if (!viewer) return redirect(signInPath(client.path));
      if (query.code === '') return codeFormView();
      try {
        return claimView(await findClaim(app, viewer, query.code), viewer);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { text, status } = error;
        return { ...codeFormView(refused(query, { field: 'code', message: t(text) })), status };
      }
    },
  }),
  page({
    method: 'POST',
    path: '/claim',
    access: 'member',
    limit: { by: ['account', 'address'], calls: 30, within: hours(1) },
    body: Type.Object({ code: Code, answer: Type.Enum(['approve', 'deny']) }),
    handle: async ({ app, viewer, body }) => {
      const isApproved = body.answer === 'approve';
      const { agent } = await (isApproved ? approveClaim : denyClaim)(app, viewer, body.code);
      return answeredView(agent, isApproved);
    },
    again: ({ body }, problem) => codeFormView(refused({ code: body.code }, problem)),
  }),
];

const claimPage = () => ({ title: t('Approve an agent'), ...approvalPage });

/** The form for the code that the agent shows. */
const codeFormView = (state?: FormState): View => ({
  ...claimPage(),
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

/**
 * Shows which agent asks, on whose behalf it would act, and what it could do. Approving and denying have
 * equal visual weight.
 */
const claimView = ({ agent, userCode, startedAt }: PendingClaim, owner: ApprovalOwner): View => ({
  ...claimPage(),
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
      ${ownerFact(owner)}
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
    <p class="quiet">You can limit or disconnect it at any time in Settings, under Apps and agents.</p>
  </div>`,
});

/** The decision and the next step. */
const answeredView = (agent: { name: string }, isApproved: boolean): View => ({
  ...claimPage(),
  title: isApproved ? t('Agent approved') : t('Request denied'),
  body: isApproved
    ? html`<h1>${agent.name} is connected</h1>
        <p>You can close this page. We emailed you a confirmation.</p>
        ${linkButton({ label: t('Manage your agents'), href: '/settings/agents' })}`
    : html`<h1>Request denied</h1>
        <p>${agent.name} did not get access to your account.</p>
        ${linkButton({ label: t('Go to your feed'), href: '/' })}`,
});
