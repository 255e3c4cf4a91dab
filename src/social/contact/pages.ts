import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { refused, bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listContactMessages, sendContactMessage, settleContactMessage, messagesPage } from './messages.ts';
import type { StoredMessage } from './messages.ts';
import { operator } from '../../identity/components/operator-frame.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, relativeTime } from '../../web/components/surfaces.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { html, type Html, type View } from '../../web/html.ts';

const anyone = pagesFor('anyone');
const operatorPage = pagesFor('operator');
const text = (maxLength: number) => Type.String({ maxLength });
const Which = Type.Enum(['waiting', 'settled'], { default: 'waiting' });

export const contactPages = [
  anyone.get({
    path: '/contact',
    handle: ({ viewer }) => contactView({ values: { name: viewer?.name } }),
  }),
  anyone.post({
    path: '/contact',
    verb: sendContactMessage,
    body: Type.Object({ name: text(400), email: text(300), subject: text(800), message: text(20_000) }),
    handle: async ({ app, viewer, body }) => {
      await sendContactMessage(app, viewer?.id, body);
      return redirect('/contact', { kind: 'success', text: t('Your message has been sent') });
    },
    again: ({ body }, problem) => contactView(refused(body, problem)),
  }),
  operatorPage.get({
    path: '/operator/messages',
    query: Type.Object({ show: Which, before: Type.Optional(Id) }),
    handle: async ({ app, query: { show, before } }) =>
      contactMessagesView(show, await listContactMessages(app, { settled: show === 'settled', before })),
  }),
  operatorPage.post({
    path: '/operator/messages',
    verb: settleContactMessage,
    body: Type.Object({ id: Id, settled: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, body }) => {
      await settleContactMessage(app, viewer.id, body.id, body.settled === 'yes');
      return redirect(`/operator/messages?show=${body.settled === 'yes' ? 'waiting' : 'settled'}`, {
        kind: 'success',
        text: body.settled === 'yes' ? t('Marked as answered') : t('Reopened'),
      });
    },
  }),
];

function contactView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Contact'),
    description: t('Contact the operators'),
    body: html`${pageHeader({ title: t('Contact'), lead: t('Your message goes to the operators of this site.') })}
    ${form({
      action: '/contact',
      state,
      submit: t('Send'),
      busyLabel: t('Sending'),
      body: html`${textField({ ...field('name'), label: t('Your name'), autocomplete: 'name', maxlength: 100, required: true })}
      ${textField({
        ...field('email'),
        label: t('Your email address'),
        hint: t('Only used to reply to you.'),
        type: 'email',
        autocomplete: 'email',
        required: true,
      })}
      ${textField({ ...field('subject'), label: t('Subject'), maxlength: 200, required: true })}
      ${textArea({ ...field('message'), label: t('Message'), rows: 7, maxlength: 5000, required: true })}`,
    })}`,
  };
}

const here = '/operator/messages';

/** Contact messages to the operators. */
function contactMessagesView(show: 'waiting' | 'settled', messages: readonly StoredMessage[]): View {
  const last = messages.length === messagesPage ? messages.at(-1) : undefined;
  return operator(
    t('Messages'),
    here,
    html`${tabs(t('Messages'), [
      { label: t('Unanswered'), href: here, current: show === 'waiting' },
      { label: t('Answered'), href: `${here}?show=settled`, current: show === 'settled' },
    ])}
    ${
      messages.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: show === 'waiting' ? t('No open messages') : t('No answered messages'),
            text: t('Messages from the contact page will appear here.'),
          })
        : messages.map(messageCard)
    }
    ${olderNewer({ older: last !== undefined && `${here}?show=${show}&before=${last.id}` })}`,
  );
}

function messageCard({ id, name, email, subject, message, createdAt, settledAt }: StoredMessage): Html {
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return card({
    title: subject,
    lead: html`${name}, ${email} · ${relativeTime(createdAt)}`,
    body: html`<p class="message-text">${message}</p>`,
    footer: html`${linkButton({ label: t('Reply by email'), href: answer, small: true })}
    ${buttonForm({
      to: here,
      label: settledAt ? t('Reopened') : t('Mark as answered'),
      small: true,
      fields: { id, settled: settledAt ? 'no' : 'yes' },
    })}`,
  });
}
