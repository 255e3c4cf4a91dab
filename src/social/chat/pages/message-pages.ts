import { type Static, Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { invalid, missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/html.ts';
import { isReactionKind } from '../../tallies/reaction-kinds.ts';
import { requireMember } from '../conversations/conversation.ts';
import { findConversationsByName, listConversations } from '../conversations/lists.ts';
import { getConversation, getConversations } from '../conversations/reading.ts';
import { messageExcerpt } from '../messages/message.ts';
import { getMessages } from '../messages/message-rows.ts';
import {
  deleteMessage,
  editMessage,
  forwardMessage,
  reactToMessage,
  sendMessage,
} from '../messages/messages.ts';
import { listMessageReactors } from '../messages/reading.ts';
import { searchMessages } from '../messages/search.ts';
import { destinationsView, messagePhotoView, reactionsView, seenView } from '../views/message-views.ts';
import { messageMenuView } from '../views/message-menu.ts';
import { chatSearchView } from '../views/search-view.ts';
import { findPeople, showConversation, showInChatFrame } from './show.ts';

const member = pagesFor('member');
const Params = Type.Object({ id: Id, message: Id });

export const messagePages = [
  member.post({
    path: '/messages/:id/messages/:message/react',
    verb: reactToMessage,
    params: Params,
    body: Type.Object({ reaction: Type.String({ maxLength: 20, default: '' }) }),
    handle: async ({ app, viewer, params, body: { reaction } }) => {
      if (!isReactionKind(reaction)) throw invalid('reaction', msg('Unknown reaction'));
      const { myReaction } = await getOne(app, viewer, params.message);
      await reactToMessage(app, viewer, params.message, myReaction === reaction ? null : reaction);
      return redirect(`/messages/${params.id}#message-${params.message}`);
    },
  }),
  member.get({
    path: '/messages/:id/messages/:message/menu',
    params: Params,
    handle: async ({ app, viewer, params: { id, message } }) => {
      const found = await getOne(app, viewer, message);
      if (found.conversationId !== id) throw missing(msg('Message'));
      const body = messageMenuView(found, await getConversation(app, viewer, id));
      return showInChatFrame(app, viewer, { title: t('Message actions'), body }, { openId: id });
    },
  }),
  member.get({
    path: '/messages/:id/messages/:message/photos/:number',
    params: Type.Object({ ...Params.properties, number: Type.Integer({ minimum: 1, maximum: 100 }) }),
    handle: async ({ app, viewer, params: { id, message, number } }) => {
      const found = await getOne(app, viewer, message);
      if (found.conversationId !== id) throw missing(msg('Message'));
      return messagePhotoView(found, number - 1);
    },
  }),
  member.get({
    path: '/messages/:id/messages/:message/reactions',
    params: Params,
    handle: async ({ app, viewer, params }) => {
      const { items, kinds } = await listMessageReactors(app, viewer, params.message);
      const body = reactionsView(params.id, items, kinds);
      return showInChatFrame(app, viewer, { title: t('Reactions'), body }, { openId: params.id });
    },
  }),
  member.get({
    path: '/messages/:id/messages/:message/seen',
    params: Params,
    handle: async ({ app, viewer, params }) => {
      const message = await getOne(app, viewer, params.message);
      if (!message.isMine || message.conversationId !== params.id) throw missing(msg('Message'));
      const { members } = await getConversation(app, viewer, params.id);
      const body = seenView(params.id, members, params.message);
      return showInChatFrame(app, viewer, { title: t('Seen by'), body }, { openId: params.id });
    },
  }),
  member.post({
    path: '/messages/:id/messages/:message/edit',
    verb: editMessage,
    params: Params,
    body: Type.Object({ message: Type.String({ maxLength: 40_000, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await editMessage(app, viewer, params.message, body.message);
      return redirect(`/messages/${params.id}`);
    },
    again: ({ app, viewer, params, body }, problem) =>
      showConversation(app, viewer, params.id, {
        isVisit: false,
        edit: params.message,
        refused: { text: typeof body.message === 'string' ? body.message : '', error: problem.message },
      }),
  }),
  member.post({
    path: '/messages/:id/messages/:message/delete',
    verb: deleteMessage,
    params: Params,
    body: Type.Object({ for: Type.Enum(['me', 'everybody'], { default: 'me' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await deleteMessage(app, viewer, params.message, body.for);
      return redirect(`/messages/${params.id}`);
    },
  }),
  member.get({
    path: '/messages/:id/messages/:message/forward',
    params: Params,
    query: Type.Object({ q: Type.String({ maxLength: 200, default: '' }) }),
    handle: ({ app, viewer, params, query }) => showForward(app, viewer, params, query.q),
  }),
  member.post({
    path: '/messages/:id/messages/:message/forward',
    verb: forwardMessage,
    params: Params,
    body: Type.Object({ to: Type.Optional(Id), person: Type.Optional(Id) }),
    handle: async ({ app, viewer, params, body: { to, person } }) => {
      const destination = { conversationId: to, recipients: person === undefined ? [] : [person] };
      return redirect(`/messages/${await forwardMessage(app, viewer, params.message, destination)}`);
    },
    again: ({ app, viewer, params }, { message }) => showForward(app, viewer, params, '', { message }),
  }),
];

/** A page of this site, as a path. */
const Link = Type.String({ pattern: '^/([^/].*)?$', maxLength: 500 });

/** Sends the link of a page of this site, such as a post, whose preview the conversation shows. */
export const sendLinkPages = [
  member.get({
    path: '/messages/send',
    query: Type.Object({ link: Link, q: Type.String({ maxLength: 200, default: '' }) }),
    handle: ({ app, viewer, query }) => showSend(app, viewer, query.link, query.q),
  }),
  member.post({
    path: '/messages/send',
    verb: sendMessage,
    body: Type.Object({ link: Link, to: Type.Optional(Id), person: Type.Optional(Id) }),
    handle: async ({ app, viewer, body: { link, to, person } }) => {
      const { conversationId } = await sendMessage(app, viewer, {
        conversationId: to,
        recipients: person === undefined ? [] : [person],
        text: app.config.plazaUrl + link,
      });
      return redirect(`/messages/${conversationId}`);
    },
    again: ({ app, viewer, body }, { message }) =>
      showSend(app, viewer, typeof body.link === 'string' ? body.link : '/', '', { message }),
  }),
];

async function showSend(
  app: App,
  viewer: Viewer,
  link: string,
  words: string,
  state: FormState = {},
): Promise<View> {
  const body = destinationsView({
    title: t('Send in a message'),
    back: link,
    to: '/messages/send',
    fields: { link },
    shown: app.config.plazaUrl + link,
    ...(await listDestinations(app, viewer, words)),
    words,
    state,
  });
  return showInChatFrame(app, viewer, { title: t('Send in a message'), body });
}

async function showForward(
  app: App,
  viewer: Viewer,
  { id, message: messageId }: Static<typeof Params>,
  words: string,
  state: FormState = {},
): Promise<View> {
  const message = await getOne(app, viewer, messageId);
  const found = await listDestinations(app, viewer, words);
  const body = destinationsView({
    title: t('Forward message'),
    back: `/messages/${message.conversationId}`,
    to: `/messages/${message.conversationId}/messages/${message.id}/forward`,
    shown: messageExcerpt(message),
    ...found,
    words,
    state,
  });
  return showInChatFrame(app, viewer, { title: t('Forward message'), body }, { openId: id });
}

/** Recent conversations or, with a search text, conversations and people without one. */
async function listDestinations(app: App, viewer: Viewer, words: string) {
  const isSearch = words.trim() !== '';
  const conversations = isSearch
    ? await findConversationsByName(app, viewer, words)
    : (await listConversations(app, viewer)).items;
  const listed = new Set(
    conversations.flatMap(({ isGroup, members }) =>
      isGroup ? [] : members.map(({ profile }) => profile.id),
    ),
  );
  const people = isSearch
    ? (await findPeople(app, viewer, words)).filter((person) => !listed.has(person.id))
    : [];
  return { conversations, people };
}

async function getOne(app: App, viewer: Viewer, id: string) {
  const [message] = await getMessages(app, viewer, [id]);
  if (!message || message.isDeleted) throw missing(msg('Message'));
  return message;
}

export const messageSearchPages = [
  member.get({
    path: '/messages/search',
    verb: searchMessages,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })), in: Type.Optional(Id) }),
    handle: async ({ app, viewer, query: { q: words = '', in: conversationId } }) => {
      if (conversationId !== undefined) await requireMember(app, viewer, conversationId);
      const found = await searchMessages(app, viewer, { words, conversationId });
      const ids = conversationId === undefined ? found.items.map((each) => each.conversationId) : [];
      const conversations = await getConversations(app, viewer, [...new Set(ids)], 1);
      const named = conversationId === undefined ? await findConversationsByName(app, viewer, words) : [];
      const now = app.clock.now();
      const body = chatSearchView({ words, conversationId, conversations, named, ...found, now });
      return showInChatFrame(app, viewer, { title: t('Search messages'), body }, { openId: conversationId });
    },
  }),
];
