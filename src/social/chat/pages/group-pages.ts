import { msg, invalid } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { Type } from 'typebox';
import { isBlank } from '../../../kernel/text.ts';
import { ById, Id } from '../../../kernel/input.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { largestPicture } from '../../../platform/pictures.ts';
import { type FormState, refused } from '../../../web/form.ts';
import { getBalances } from '../../wallet/balances.ts';
import { createGroup } from '../conversations/conversations.ts';
import { findConversationWith, getConversation } from '../conversations/reading.ts';
import {
  addMembers,
  deleteGroupPicture,
  promoteToOwner,
  removeChatMember,
  renameGroup,
  setGroupPicture,
} from '../members/group.ts';
import { firstMessagePrice } from '../members/first-message-price.ts';
import { sendMessage } from '../messages/messages.ts';
import { chatGroupView, newView } from '../views/group-view.ts';
import { filesOfMessage, findPeople, showInChatFrame, storeFiles } from './show.ts';
import { getPeople } from '../members/recipients.ts';

const member = pagesFor('member');
const Words = Type.Optional(Type.String({ maxLength: 100 }));
const Ids = Type.Union([Id, Type.Array(Id, { maxItems: 200 })]);

const toList = (sent: string | readonly string[] | undefined): string[] =>
  sent === undefined ? [] : typeof sent === 'string' ? [sent] : [...sent];

async function showNew(
  app: App,
  viewer: Viewer,
  { words, to, state = {} }: { words?: string | undefined; to: readonly string[]; state?: FormState },
) {
  const chosen = [...(await getPeople(app, to)).values()];
  const found = (await findPeople(app, viewer, words)).filter(({ id }) => !to.includes(id));
  const [only] = to.length === 1 ? to : [];
  const due = only === undefined ? undefined : await firstMessagePrice(app, viewer, only);
  const price = due !== undefined && {
    due,
    balance: (await getBalances(app, viewer.id)).wallet,
    config: app.config,
  };
  return showInChatFrame(app, viewer, {
    title: t('New message'),
    body: newView({ words: words ?? '', chosen, found, ...(price && { price }), state }),
  });
}

async function showGroup(app: App, viewer: Viewer, id: string, words?: string, state: FormState = {}) {
  const conversation = await getConversation(app, viewer, id);
  if (!conversation.isGroup) throw invalid('id', msg('This is a direct conversation, not a group'));
  const present = new Set(conversation.members.map(({ profile }) => profile.id));
  const found = words === undefined ? [] : await findPeople(app, viewer, words);
  const body = chatGroupView({
    conversation,
    viewer,
    words,
    found: found.filter((each) => !present.has(each.id)),
    state,
  });
  return showInChatFrame(app, viewer, { title: t('Group details'), body }, { openId: id });
}

export const chatGroupPages = [
  member.get({
    path: '/messages/new',
    query: Type.Object({ q: Words, to: Type.Optional(Ids) }),
    handle: async ({ app, viewer, query }) => {
      const to = toList(query.to);
      const [only] = to;
      const known =
        to.length === 1 && only !== undefined && query.q === undefined && only !== viewer.id
          ? await findConversationWith(app, viewer, only)
          : undefined;
      return known ? redirect(`/messages/${known.id}`) : showNew(app, viewer, { words: query.q, to });
    },
  }),
  member.post({
    path: '/messages/new',
    verb: sendMessage,
    files: filesOfMessage,
    body: Type.Object({
      to: Type.Optional(Ids),
      title: Type.String({ maxLength: 400, default: '' }),
      message: Type.String({ maxLength: 40_000, default: '' }),
      price: Type.String({ maxLength: 40, default: '' }),
    }),
    handle: async ({ app, viewer, body, files: uploads }) => {
      const { title, message: text, price } = body;
      const to = toList(body.to);
      const files = await storeFiles(app, viewer, uploads);
      if (to.length > 1 && isBlank(text) && files.length === 0)
        return redirect(`/messages/${await createGroup(app, viewer, { title, memberIds: to })}`);
      const sent = await sendMessage(app, viewer, { recipients: to, title, text, files, price });
      return redirect(`/messages/${sent.conversationId}`);
    },
    again: ({ app, viewer, body }, problem) => {
      const field = problem.field === 'recipients' || problem.field === 'price' ? 'message' : problem.field;
      return showNew(app, viewer, {
        to: toList(body.to as string | string[] | undefined),
        state: refused(body, { ...problem, field }),
      });
    },
  }),
  member.get({
    path: '/messages/:id/details',
    params: ById,
    query: Type.Object({ q: Words }),
    handle: ({ app, viewer, params, query }) => showGroup(app, viewer, params.id, query.q),
  }),
  member.post({
    path: '/messages/:id/rename',
    verb: renameGroup,
    params: ById,
    body: Type.Object({ title: Type.String({ maxLength: 400, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await renameGroup(app, viewer, params.id, body.title);
      return redirect(`/messages/${params.id}/details`, { kind: 'success', text: t('Group name saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showGroup(app, viewer, params.id, undefined, refused(body, problem)),
  }),
  member.post({
    path: '/messages/:id/picture',
    verb: setGroupPicture,
    params: ById,
    files: { fields: ['picture'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, params, files: [upload] }) => {
      if (!upload) throw invalid('picture', msg('Choose a picture first'));
      await setGroupPicture(app, viewer, params.id, upload.file ?? upload.body);
      return redirect(`/messages/${params.id}/details`, { kind: 'success', text: t('Group picture saved') });
    },
    again: ({ app, viewer, params }, problem) =>
      showGroup(app, viewer, params.id, undefined, refused({ picture: '' }, problem)),
  }),
  member.post({
    path: '/messages/:id/picture/remove',
    verb: deleteGroupPicture,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteGroupPicture(app, viewer, params.id);
      return redirect(`/messages/${params.id}/details`, {
        kind: 'success',
        text: t('Group picture removed'),
      });
    },
  }),
  member.post({
    path: '/messages/:id/members',
    verb: addMembers,
    params: ById,
    body: Type.Object({ account: Id, do: Type.Enum(['add', 'remove', 'owner']) }),
    handle: async ({ app, viewer, params: { id }, body: { account, do: word } }) => {
      if (word === 'add') await addMembers(app, viewer, id, [account]);
      else if (word === 'remove') await removeChatMember(app, viewer, id, account);
      else await promoteToOwner(app, viewer, id, account);
      return redirect(`/messages/${id}/details`, { kind: 'success', text: t('Saved') });
    },
  }),
];
