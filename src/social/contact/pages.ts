import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { refused } from '../../web/form.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listContactMessages, sendContactMessage, settleContactMessage } from './messages.ts';
import { contactMessagesView, contactView } from './views.ts';

const anyone = pagesFor('anyone');
const operator = pagesFor('operator');
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
  operator.get({
    path: '/operator/messages',
    query: Type.Object({ show: Which, before: Type.Optional(Id) }),
    handle: async ({ app, query: { show, before } }) =>
      contactMessagesView(show, await listContactMessages(app, { settled: show === 'settled', before })),
  }),
  operator.post({
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
