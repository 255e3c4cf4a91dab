import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { detectType } from '../../../platform/files/store.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Html, View } from '../../../web/html.ts';
import { searchPeople } from '../../people/lists.ts';
import type { Person } from '../../people/person.ts';
import { kindByType, largestOf, uploadKinds } from '../../uploads/decide-type.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { type Folder, listInbox } from '../conversations/lists.ts';
import { getConversation } from '../conversations/reading.ts';
import { markConversationsSeen, seenBy } from '../delivery/receipts.ts';
import { listContacts } from '../members/recipients.ts';
import type { IncomingFile } from '../messages/message-files.ts';
import { getMessages } from '../messages/message-rows.ts';
import { maxFiles, type Message } from '../messages/message.ts';
import { listMessages } from '../messages/reading.ts';
import { type ComposerState, conversationView } from '../views/conversation-view.ts';
import { chatFrame, type Inbox } from '../views/frame.ts';
import type { MessageRowContext } from '../views/message-row.ts';

/** Messages per page of a conversation. */
export const messagesShown = 30;

interface Listed {
  folder?: Folder | undefined;
  page?: number | undefined;
  openId?: string | undefined;
}

export async function getInbox(
  app: App,
  viewer: Viewer,
  { folder = 'inbox', page = 0, openId }: Listed = {},
): Promise<Inbox> {
  return {
    ...(await listInbox(app, viewer, { folder, page })),
    folder,
    page,
    openId,
    now: app.clock.now(),
  };
}

/** Renders a chat page: the list, with the open content beside it. */
export const showInChatFrame = async (
  app: App,
  viewer: Viewer,
  open: { title: string; body: Html } | undefined,
  listed: Listed = {},
): Promise<View> => chatFrame(await getInbox(app, viewer, listed), open);

/** Position in the conversation, and state of the composer. */
interface ConversationPosition {
  before?: string | undefined;
  after?: string | undefined;
  reply?: string | undefined;
  edit?: string | undefined;
  /** Whether the request marks the conversation as read. */
  isVisit: boolean;
  /** The rejected input. */
  refused?: { text: string; error: string } | undefined;
}

export async function showConversation(
  app: App,
  viewer: Viewer,
  id: string,
  { before, after, reply, edit, isVisit, refused }: ConversationPosition,
): Promise<View> {
  const [conversation, { items, hasMore }] = await Promise.all([
    getConversation(app, viewer, id),
    listMessages(app, viewer, id, { before, after, max: messagesShown }),
  ]);
  const isNewest = before === undefined && after === undefined;
  const isSeen = conversation.isSeen && BigInt(items.at(-1)?.id ?? 0) <= BigInt(conversation.seenTo);
  if (isVisit && isNewest && !isSeen) await markConversationsSeen(app, viewer, [{ conversationId: id }]);
  const context = contextOf(app, conversation, viewer);
  const [writing, inbox] = await Promise.all([
    getWritten(app, viewer, conversation, { reply, edit, refused }),
    getInbox(app, viewer, { openId: id }),
  ]);
  const firstUnread = isNewest ? firstUnreadOf(conversation, items, hasMore) : undefined;
  const open = conversationView({
    conversation,
    unreadAbove: isNewest && !firstUnread ? await findUnreadAbove(app, viewer, conversation) : undefined,
    messages: items,
    hasOlder: after === undefined ? hasMore : true,
    hasNewer: !isNewest && (after === undefined || hasMore),
    context: { ...context, firstUnread },
    writing,
    now: app.clock.now(),
  });
  return chatFrame(inbox, { title: conversation.name, body: open });
}

/** The first unread message, unless it is above those shown. */
function firstUnreadOf({ unread, seenTo }: Conversation, messages: readonly Message[], hasOlder: boolean) {
  const isUnread = ({ id, isMine }: Message) => BigInt(id) > BigInt(seenTo) && !isMine;
  const isCut = hasOlder && messages.every(isUnread);
  return unread === 0 || isCut ? undefined : messages.find(isUnread)?.id;
}

/** Where unread messages begin that are above those shown. */
async function findUnreadAbove(app: App, viewer: Viewer, { id, unread, seenTo }: Conversation) {
  if (unread === 0) return undefined;
  const [first] = (await listMessages(app, viewer, id, { after: seenTo, max: 1 })).items;
  return first && `/messages/${id}?after=${seenTo}#message-${first.id}`;
}

export function contextOf(
  { clock }: Pick<App, 'clock'>,
  { isGroup, members, last }: Conversation,
  viewer: Viewer,
): MessageRowContext {
  const readers = last?.isMine && !last.event ? seenBy(members, last.id) : [];
  const names = readers.map(({ profile }) => profile.firstName);
  return {
    now: clock.now(),
    isGroup,
    members,
    mentions: new Map(
      [viewer, ...members.map(({ profile }) => profile)].map(({ username }) => [
        username.toLowerCase(),
        username,
      ]),
    ),
    seen:
      last && readers.length > 0
        ? { id: last.id, text: isGroup ? t('Seen by {names}', { names: names.join(', ') }) : t('Seen') }
        : undefined,
  };
}

async function getWritten(
  app: App,
  viewer: Viewer,
  { id, draft }: Conversation,
  { reply, edit, refused }: Pick<ConversationPosition, 'reply' | 'edit' | 'refused'>,
): Promise<ComposerState> {
  const named = await getMessages(
    app,
    viewer,
    [reply, edit].flatMap((each) => each ?? []),
  );
  const here = named.filter((message) => message.conversationId === id && !message.isDeleted);
  const edited = here.find((message) => message.id === edit && message.isMine);
  const answered = here.find((message) => message.id === reply);
  return {
    text: refused?.text ?? edited?.text ?? draft,
    error: refused?.error,
    editId: edited?.id,
    reply: answered && {
      id: answered.id,
      author: answered.author,
      text: answered.text.slice(0, 200),
      fileKind: answered.files[0]?.kind ?? null,
    },
  };
}

/** Returns contacts and, with a search text, everyone with a matching name. */
export async function findPeople(app: App, viewer: Viewer, words = ''): Promise<Person[]> {
  const contacts = (await listContacts(app, viewer, { words })).items;
  const others = words.trim() === '' ? [] : (await searchPeople(app, viewer, words)).items;
  return [...new Map([...contacts, ...others].map((each) => [each.id, each])).values()].filter(
    ({ id }) => id !== viewer.id,
  );
}

/** The files that a message form accepts. */
export const filesOfMessage = {
  fields: ['files', 'voice_note'],
  multiple: true,
  max: maxFiles,
  bytes: (config: Config) => Math.max(...uploadKinds.map((kind) => largestOf(config, kind))),
};

/** Stores the files of a message form before the message itself. */
export async function storeFiles(
  app: App,
  viewer: Viewer,
  files: readonly Upload[],
  { waveform, length }: { waveform?: string | undefined; length?: number | undefined } = {},
): Promise<IncomingFile[]> {
  const stored: IncomingFile[] = [];
  for (const { field, file, name } of files) {
    if (file === undefined) continue;
    const kind = field === 'voice_note' ? 'voice_notes' : kindByType(await detectType(file));
    const taken = await receiveUpload(app, viewer, { file, name, kind });
    if (!('path' in taken)) continue;
    const sent: IncomingFile = { path: taken.path, kinds: [kind], field: 'files' };
    stored.push(
      kind === 'voice_notes' && waveform
        ? { ...sent, waveform: toWaveform(waveform), milliseconds: length }
        : sent,
    );
  }
  return stored;
}

/** Two digits per bar. */
const toWaveform = (digits: string): number[] =>
  (/^\d{2,400}$/.exec(digits)?.[0].match(/\d\d/g) ?? []).slice(0, 64).map(Number);
