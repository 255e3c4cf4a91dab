import type { App, Viewer } from '../../../src/platform/app.ts';
import {
  changeConversation,
  createGroup,
  deleteConversation,
  saveMessageDraft,
} from '../../../src/social/chat/conversations/conversations.ts';
import { addMembers, leaveConversation, removeChatMember } from '../../../src/social/chat/members/group.ts';
import {
  deleteMessage,
  editMessage,
  reactToMessage,
  sendMessage,
} from '../../../src/social/chat/messages/messages.ts';
import { markConversationsSeen } from '../../../src/social/chat/delivery/receipts.ts';
import { markerOf, block, sharedWord, type People, type ViewerName } from './privacy-world.ts';

/** A chat text, with everyone who may read it. */
export interface Said {
  marker: string;
  readers: readonly ViewerName[];
  authorId: string;
  /** Set for messages. */
  conversationId?: string;
  id?: string;
}

const everybody = ['owner', 'friend', 'mutingone', 'blockedone', 'blockingone'] as const;
/** A block hides the owner and these two from each other. */
const withoutBlocks = ['owner', 'friend', 'mutingone'] as const;
const withoutOwner = ['friend', 'mutingone', 'blockedone', 'blockingone'] as const;

/**
 * Adds one-to-one conversations and groups in every state, then blocks and departures, then more messages.
 */
export async function addChat(app: App, people: People): Promise<{ said: Said[]; groupId: string }> {
  const { owner, friend, follower, stranger, blockedone, blockingone, mutingone, suspended } = people;
  const said: Said[] = [];
  const send = async (
    author: Viewer,
    name: string,
    to: { conversationId: string } | { recipients: string[] },
    readers: readonly ViewerName[],
    replyToId?: string,
  ): Promise<string> => {
    const marker = markerOf(name);
    const sent = await sendMessage(app, author, { ...to, text: `${marker} ${sharedWord}`, replyToId });
    said.push({ marker, readers, authorId: author.id, ...sent });
    return sent.id;
  };

  await send(owner, 'tofriend', { recipients: [friend.id] }, ['owner', 'friend']);
  await send(owner, 'torequest', { recipients: [stranger.id] }, ['owner', 'stranger']);
  await send(owner, 'toblocked', { recipients: [blockedone.id] }, []);
  await send(blockingone, 'fromblocking', { recipients: [owner.id] }, []);
  await send(owner, 'tosuspended', { recipients: [suspended.id] }, ['owner']);
  await send(friend, 'cleared', { recipients: [mutingone.id] }, ['friend']);
  await deleteConversation(app, mutingone, said.at(-1)?.conversationId ?? '');
  const [toFriend] = said;
  await saveMessageDraft(app, owner, toFriend?.conversationId ?? '', markerOf('chatdraft'));
  said.push({ marker: markerOf('chatdraft'), readers: ['owner'], authorId: owner.id });

  const others = [friend, follower, stranger, mutingone, blockedone, blockingone, suspended];
  const groupId = await createGroup(app, friend, {
    title: markerOf('grouptitle'),
    memberIds: others.filter(({ id }) => id !== friend.id).map(({ id }) => id),
  });
  said.push({ marker: markerOf('grouptitle'), readers: [...everybody, 'follower'], authorId: friend.id });
  const group = { conversationId: groupId };
  // The event that the owner was added is hidden from those who cannot see them.
  await addMembers(app, friend, groupId, [owner.id]);
  const before = await send(owner, 'groupbefore', group, withoutBlocks);
  const theirs = await send(blockedone, 'theirs', group, withoutOwner);
  await send(friend, 'groupreply', group, everybody, before);
  await send(friend, 'groupback', group, everybody, theirs);
  await reactToMessage(app, owner, said.at(-1)?.id ?? '', 'wow');
  await deleteMessage(app, friend, await send(owner, 'hidden', group, ['owner', 'mutingone']), 'me');
  await deleteMessage(app, owner, await send(owner, 'unsaid', group, []));
  const edited = await send(owner, 'earlier', group, []);
  await editMessage(app, owner, edited, markerOf('later'));
  said.push({ marker: markerOf('later'), readers: withoutBlocks, authorId: owner.id, ...group, id: edited });
  await leaveConversation(app, follower, groupId);
  await removeChatMember(app, friend, groupId, stranger.id);
  await send(friend, 'whileaway', group, everybody);
  await addMembers(app, friend, groupId, [follower.id]);
  await send(friend, 'together', group, [...everybody, 'follower']);

  for (const person of [mutingone, blockingone]) await changeConversation(app, person, groupId, 'accept');
  await block(app, people);
  for (const person of Object.values(people))
    await markConversationsSeen(
      app,
      person,
      said.flatMap(({ conversationId }) => (conversationId === undefined ? [] : { conversationId })),
    );
  await send(blockedone, 'theirsafter', group, [...withoutOwner, 'follower']);
  await send(owner, 'groupafter', group, [...withoutBlocks, 'follower']);
  return { said, groupId };
}

/** Pages and operations that may show chat texts. */
export const chatPlaces = (said: readonly Said[]): string[] => {
  const conversations = new Set(said.flatMap(({ conversationId }) => conversationId ?? []));
  return [
    ...['', '?folder=requests', '?folder=archived', '/new', '/list'].map((part) => `/messages${part}`),
    `/messages/search?q=${sharedWord}`,
    `/apis/php/chat/search?query=${sharedWord}`,
    ...['', '?folder=requests', '?folder=archived'].map((part) => `/apis/php/chat/conversations${part}`),
    ...['calls', 'contacts', 'conversation?user_id=OWNER'].map((part) => `/apis/php/chat/${part}`),
    ...[...conversations].flatMap((id) => [
      `/messages/${id}`,
      `/messages/${id}/details`,
      `/messages/${id}/part`,
      `/messages/search?in=${id}&q=${sharedWord}`,
      `/apis/php/chat/conversation?conversation_id=${id}`,
      `/apis/php/chat/messages?conversation_id=${id}&last_message_id=1`,
    ]),
  ];
};

/** Pages and operations for one message. */
export const messagePlaces = ({ conversationId = '', id = '' }: Said): string[] => [
  `/messages/${conversationId}?reply=${id}`,
  `/messages/${conversationId}?edit=${id}`,
  `/messages/${conversationId}/messages/${id}/reactions`,
  `/messages/${conversationId}/messages/${id}/forward`,
  `/apis/php/chat/reactions/who_reacts?message_id=${id}`,
];
