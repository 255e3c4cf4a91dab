import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../../kernel/input.ts';
import { days, minutes } from '../../../kernel/time.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { html } from '../../../web/html.ts';
import { changeConversation, changes } from '../conversations/change-conversation.ts';
import { deleteConversation } from '../conversations/delete-conversation.ts';
import { getConversation } from '../conversations/find-conversation.ts';
import { folders } from '../conversations/list-conversations.ts';
import { saveDraft } from '../conversations/save-draft.ts';
import { leaveConversation } from '../members/leave-conversation.ts';
import { findByDate, toDay } from '../messages/find-by-date.ts';
import { listMessages } from '../messages/list-messages.ts';
import { getMessages } from '../messages/get-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { markSeen } from '../receipts/mark-seen.ts';
import { setTyping } from '../receipts/set-typing.ts';
import { conversationList } from '../views/frame.ts';
import { messageRows } from '../views/message-row.ts';
import { contextOf, messagesShown, getInbox, showInChatFrame, showConversation } from './show.ts';
import { filesOfMessage, storeFiles } from './store-files.ts';

const member = pagesFor('member');
const Optional = Type.Optional(Id);
const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }));
const Text = Type.String({ maxLength: 40_000, default: '' });
const often = { by: ['account'], calls: 600, within: minutes(1) } as const;

export const conversationPages = [
  member.get({
    path: '/messages',
    query: Type.Object({ folder: Type.Optional(Type.Enum([...folders])), page: Page }),
    handle: ({ app, viewer, query }) => showInChatFrame(app, viewer, undefined, query),
  }),
  member.get({
    path: '/messages/list',
    query: Type.Object({
      folder: Type.Optional(Type.Enum([...folders])),
      page: Page,
      open: Optional,
      seen: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    handle: async ({ app, viewer, query: { open: openId, seen, ...listed } }) =>
      conversationList(await getInbox(app, viewer, { ...listed, openId }), seen),
  }),
  member.get({
    path: '/messages/:id',
    params: ById,
    query: Type.Object({
      before: Optional,
      after: Optional,
      reply: Optional,
      edit: Optional,
      date: Type.Optional(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' })),
    }),
    handle: async ({ app, viewer, params: { id }, query: { date, ...query }, client }) => {
      if (date === undefined)
        return showConversation(app, viewer, id, { ...query, isVisit: !client.isPrefetch });
      const from = toDay(date);
      const first = await findByDate(app, viewer, id, from);
      return first === undefined
        ? redirect(`/messages/${id}`, { kind: 'info', text: t('There are no messages on or after that day') })
        : redirect(`/messages/${id}?after=${BigInt(first) - 1n}#message-${first}`);
    },
  }),
  member.get({
    // Updates for an open page: messages after or before one, or a single message.
    path: '/messages/:id/part',
    limit: often,
    params: ById,
    query: Type.Object({
      after: Optional,
      before: Optional,
      only: Optional,
      seen: Type.Optional(Type.Enum(['yes', 'no'])),
    }),
    handle: async ({ app, viewer, params: { id }, query: { after, before, only, seen } }) => {
      const conversation = await getConversation(app, viewer, id);
      if (seen === 'yes') await markSeen(app, viewer, [{ conversationId: id }]);
      const context = contextOf(app, conversation, viewer);
      if (only !== undefined) {
        const found = await getMessages(app, viewer, [only]);
        return messageRows(
          found.filter(({ conversationId }) => conversationId === id),
          context,
          found[0],
        );
      }
      const page = await listMessages(app, viewer, id, { after, before, max: messagesShown });
      const [above] = after === undefined ? [] : await getMessages(app, viewer, [after]);
      return html`${messageRows(page.items, context, above)}${
        page.hasMore && html`<li hidden data-more></li>`
      }`;
    },
  }),
  member.post({
    path: '/messages/:id',
    limit: { by: ['account'], calls: 300, within: minutes(1) },
    params: ById,
    files: filesOfMessage,
    body: Type.Object({
      message: Text,
      reply_to: IdOrEmpty,
      client_id: Type.Optional(Type.String({ maxLength: 100 })),
      waveform: Type.Optional(Type.String({ maxLength: 1000 })),
      length: Type.Optional(Type.Integer({ minimum: 0, maximum: days(1) })),
      inline: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    handle: async ({ app, viewer, params: { id }, body, files }) => {
      const conversation = await getConversation(app, viewer, id);
      const sent = await sendMessage(app, viewer, {
        conversationId: conversation.id,
        text: body.message,
        files: await storeFiles(app, viewer, files, body),
        replyToId: body.reply_to === '' ? undefined : body.reply_to,
        clientId: body.client_id,
      });
      await saveDraft(app, viewer, id, '');
      if (body.inline === undefined) return redirect(`/messages/${id}`);
      return messageRows(await getMessages(app, viewer, [sent.id]), contextOf(app, conversation, viewer));
    },
    again: ({ app, viewer, params, body }, problem) =>
      showConversation(app, viewer, params.id, {
        isVisit: false,
        reply: typeof body.reply_to === 'string' && body.reply_to !== '' ? body.reply_to : undefined,
        refused: { text: typeof body.message === 'string' ? body.message : '', error: problem.message },
      }),
  }),
  member.post({
    path: '/messages/:id/typing',
    limit: often,
    params: ById,
    body: Type.Object({
      is_typing: Type.Enum(['yes', 'no'], { default: 'yes' }),
      draft: Type.Optional(Text),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await setTyping(app, viewer, params.id, body.is_typing === 'yes');
      if (body.draft !== undefined) await saveDraft(app, viewer, params.id, body.draft);
      return html``;
    },
  }),
  member.post({
    path: '/messages/:id/change',
    params: ById,
    body: Type.Object({ do: Type.Enum([...changes]) }),
    handle: async ({ app, viewer, params, body }) => {
      await changeConversation(app, viewer, params.id, body.do);
      return redirect(body.do === 'archive' ? '/messages' : `/messages/${params.id}`);
    },
  }),
  member.post({
    path: '/messages/:id/delete',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteConversation(app, viewer, params.id);
      return redirect('/messages', { kind: 'success', text: t('Conversation deleted') });
    },
  }),
  member.post({
    path: '/messages/:id/leave',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await leaveConversation(app, viewer, params.id);
      return redirect('/messages', { kind: 'success', text: t('You left the group') });
    },
  }),
];
