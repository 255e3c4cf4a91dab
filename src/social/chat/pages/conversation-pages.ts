import { Type } from 'typebox';
import { initialsUrl } from '../../../identity/account/people.ts';
import { ById, Id, IdOrEmpty } from '../../../kernel/input.ts';
import { days } from '../../../kernel/time.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { html } from '../../../web/html.ts';
import type { Person } from '../../people/person.ts';
import { nameOfCall } from '../calls/call.ts';
import { getCall, listCalls } from '../calls/reading.ts';
import {
  changeConversation,
  changes,
  deleteConversation,
  clearDraft,
  saveMessageDraft,
} from '../conversations/conversations.ts';
import { folders } from '../conversations/lists.ts';
import { getConversation } from '../conversations/reading.ts';
import { setTyping } from '../delivery/presence.ts';
import { markConversationsSeen } from '../delivery/receipts.ts';
import { leaveConversation } from '../members/group.ts';
import { getMessages } from '../messages/message-rows.ts';
import { sendMessage } from '../messages/messages.ts';
import { findByDate, listMessages, toDay } from '../messages/reading.ts';
import { callsView, callView } from '../views/call-view.ts';
import { conversationList } from '../views/frame.ts';
import { messageRows } from '../views/message-row.ts';
import { chatGroupPages } from './group-pages.ts';
import { messagePages, messageSearchPages, sendLinkPages } from './message-pages.ts';
import {
  contextOf,
  filesOfMessage,
  getInbox,
  messagesShown,
  showConversation,
  showInChatFrame,
  storeFiles,
} from './show.ts';

const member = pagesFor('member');
const Optional = Type.Optional(Id);
const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }));
const Text = Type.String({ maxLength: 40_000, default: '' });

const conversationPages = [
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
    changesCounts: true,
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
    verb: markConversationsSeen,
    params: ById,
    query: Type.Object({
      after: Optional,
      before: Optional,
      only: Optional,
      seen: Type.Optional(Type.Enum(['yes', 'no'])),
    }),
    handle: async ({ app, viewer, params: { id }, query: { after, before, only, seen } }) => {
      const conversation = await getConversation(app, viewer, id);
      if (seen === 'yes') await markConversationsSeen(app, viewer, [{ conversationId: id }]);
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
    verb: sendMessage,
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
      await clearDraft(app, viewer, id);
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
    verb: setTyping,
    params: ById,
    body: Type.Object({
      is_typing: Type.Enum(['yes', 'no'], { default: 'yes' }),
      draft: Type.Optional(Text),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await setTyping(app, viewer, params.id, body.is_typing === 'yes');
      if (body.draft !== undefined) await saveMessageDraft(app, viewer, params.id, body.draft);
      return html``;
    },
  }),
  member.post({
    path: '/messages/:id/change',
    verb: changeConversation,
    params: ById,
    body: Type.Object({ do: Type.Enum([...changes]) }),
    handle: async ({ app, viewer, params, body }) => {
      await changeConversation(app, viewer, params.id, body.do);
      return redirect(body.do === 'archive' ? '/messages' : `/messages/${params.id}`);
    },
  }),
  member.post({
    path: '/messages/:id/delete',
    verb: deleteConversation,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteConversation(app, viewer, params.id);
      return redirect('/messages', { kind: 'success', text: t('Conversation deleted') });
    },
  }),
  member.post({
    path: '/messages/:id/leave',
    verb: leaveConversation,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await leaveConversation(app, viewer, params.id);
      return redirect('/messages', { kind: 'success', text: t('You left the group') });
    },
  }),
];

const callPages = [
  member.get({
    path: '/messages/calls',
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
    handle: async ({ app, viewer, query: { page = 0 } }) => {
      const body = callsView(await listCalls(app, viewer, page), page, app.clock.now());
      return showInChatFrame(app, viewer, { title: t('Calls'), body });
    },
  }),
  member.get({
    // The window of a call that rings or that the viewer is in.
    path: '/messages/calls/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const call = await getCall(app, viewer, params.id);
      if (call.endedAt)
        return redirect(`/messages/${call.conversationId}`, { kind: 'info', text: t('This call has ended') });
      return callView({
        callId: call.id,
        conversationId: call.conversationId,
        isVideo: call.isVideo,
        isGroup: call.isGroup,
        name: nameOfCall(call),
        picture: call.isGroup ? null : pictureOf(app, call.others[0]?.person),
        me: { id: viewer.id, picture: viewer.picture ?? initialsUrl(viewer) },
      });
    },
  }),
  member.get({
    // The window of a call before it starts.
    path: '/messages/:id/call',
    params: ById,
    query: Type.Object({ type: Type.Enum(['audio', 'video'], { default: 'audio' }) }),
    handle: async ({ app, viewer, params, query }) => {
      const { id, isGroup, name, picture, members } = await getConversation(app, viewer, params.id);
      return callView({
        conversationId: id,
        isVideo: query.type === 'video',
        isGroup,
        name,
        picture: isGroup ? picture : pictureOf(app, members[0]?.profile),
        me: { id: viewer.id, picture: viewer.picture ?? initialsUrl(viewer) },
      });
    },
  }),
];

const pictureOf = ({ config }: App, person: Person | null | undefined): string | null =>
  person ? (person.portrait ?? `${config.plazaUrl}${initialsUrl(person)}`) : null;

export const chatPages = [
  ...callPages,
  ...chatGroupPages,
  ...messageSearchPages,
  ...conversationPages,
  ...messagePages,
  ...sendLinkPages,
];
