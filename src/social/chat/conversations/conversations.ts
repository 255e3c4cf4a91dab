import { sql } from 'kysely';
import { invalid, msg } from '../../../kernel/problem.ts';
import { cleanText } from '../../../kernel/text.ts';
import { days, hours, minutes } from '../../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { addLiveEvent } from '../../live/event.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { announceCounters } from '../../notify/notify.ts';
import { rejectPriced } from '../members/first-message-price.ts';
import { countStrangers, getRecipients, type Recipient, refuseCrowd } from '../members/recipients.ts';
import { addMessage } from '../messages/add-message.ts';
import { removeMessageFiles } from '../messages/message-files.ts';
import { longestChatMessage } from '../messages/message.ts';
import { rejectSpam } from '../messages/moderation.ts';
import { lockConversation, requireMember } from './conversation.ts';

export const longestChatTitle = 100;

interface NewGroup {
  title?: string | undefined;
  memberIds: readonly string[];
}

/** Creates a group with the viewer as its owner. Returns the conversation's id. */
export const createGroup = verb(
  { name: 'chat.create-group', scope: 'messages', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, group: NewGroup): Promise<string> => {
    await countStrangers(app, viewer, group.memberIds);
    return inModeratedTransaction(app, viewer, (app) => addChatGroup(app, viewer, group));
  },
);

/**
 * Creates a group within `inModeratedTransaction`. The caller must call `countStrangers` for the members
 * first.
 */
export async function addChatGroup(
  app: App,
  viewer: Viewer,
  { title = '', memberIds }: NewGroup,
): Promise<string> {
  const others = [...new Set(memberIds)].filter((id) => id !== viewer.id);
  if (others.length === 0) throw invalid('recipients', msg('Choose at least one person'));
  refuseCrowd(app, others.length + 1);
  const name = cleanText(title.replaceAll('\n', ' '), 'title', longestChatTitle);
  const { db, clock } = app;
  const at = clock.now();
  const members = await getRecipients(app, viewer, others);
  await rejectPriced(app, viewer, members);
  const { id } = await db
    .insertInto('social.conversation')
    .values({ is_group: true, title: name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('social.conversation_member')
    .values([
      { conversation_id: id, account_id: viewer.id, joined_at: at, is_owner: true, requested_at: null },
      ...members.map((member) => ({
        conversation_id: id,
        account_id: member.id,
        joined_at: at,
        is_owner: false,
        requested_at: member.isRequest ? at : null,
      })),
    ])
    .execute();
  await rejectSpam(app, viewer, { conversationId: id, text: name, field: 'title' });
  await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'created', text: name });
  return id;
}

/**
 * Returns the conversation between two people, and creates it if necessary. Concurrent calls create only one.
 */
export async function findOrCreateDirectConversation(
  { db, clock }: App,
  viewer: Viewer,
  other: Recipient,
): Promise<string> {
  const at = clock.now();
  const [first_id = '', second_id = ''] = [viewer.id, other.id].sort((one, two) =>
    Number(BigInt(one) - BigInt(two)),
  );
  const pair = { is_group: false, first_id, second_id };
  await db
    .insertInto('social.conversation')
    .values({ ...pair, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['first_id', 'second_id']).where('is_group', '=', sql.lit(false)).doNothing(),
    )
    .execute();
  const { id } = await db
    .selectFrom('social.conversation')
    .where('is_group', '=', sql.lit(false))
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('social.conversation_member')
    .values([
      { conversation_id: id, account_id: viewer.id, joined_at: at },
      {
        conversation_id: id,
        account_id: other.id,
        joined_at: at,
        requested_at: other.isRequest ? at : null,
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** Changes that affect only the member's own view of a conversation. */
export const changes = [
  'accept',
  'mute',
  'mute-hour',
  'unmute',
  'pin',
  'unpin',
  'archive',
  'unarchive',
] as const;
type Change = (typeof changes)[number];

const maxPinned = 20;
/** Used for a permanent mute. */
const permanently = days(36_500);

/** Accepts, mutes, pins or archives a conversation for the viewer only. */
export const changeConversation = verb(
  { name: 'chat.change', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, change: Change): Promise<void> => {
    const now = app.clock.now();
    const after = (time: number) => new Date(now.getTime() + time);
    const set = {
      accept: { requested_at: null },
      mute: { muted_until: after(permanently) },
      'mute-hour': { muted_until: after(hours(1)) },
      unmute: { muted_until: null },
      pin: { pinned_at: now, archived_at: null },
      unpin: { pinned_at: null },
      archive: { archived_at: now, pinned_at: null },
      unarchive: { archived_at: null },
    }[change];
    await inTransaction(app, async (app) => {
      await lockConversation(app, viewer, id);
      if (change === 'pin') await refuseManyPinned(app, viewer);
      await app.db
        .updateTable('social.conversation_member')
        .set(set)
        .where('conversation_id', '=', id)
        .where('account_id', '=', viewer.id)
        .execute();
      await addLiveEvent(app, [viewer.id], 'conversation', { conversation: id });
      await announceCounters(app, viewer.id);
    });
  },
);

async function refuseManyPinned({ db }: App, viewer: Viewer): Promise<void> {
  const pinned = await db
    .selectFrom('social.conversation_member')
    .where('account_id', '=', viewer.id)
    .where('pinned_at', 'is not', null)
    .select('conversation_id')
    .execute();
  if (pinned.length >= maxPinned)
    throw invalid('do', msg('You can pin at most {maxPinned} conversations', { maxPinned }));
}

/** Stores the viewer's draft in a conversation. An empty text deletes it. */
export const saveMessageDraft = verb(
  { name: 'chat.draft', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, typed: string): Promise<void> => {
    const draft = cleanText(typed, 'message', longestChatMessage);
    await requireMember(app, viewer, id);
    await setDraft(app, viewer, id, draft);
  },
);

/** Deletes the draft that the viewer has sent. */
export const clearDraft = (app: App, viewer: Viewer, id: string): Promise<void> =>
  setDraft(app, viewer, id, '');

async function setDraft({ db }: App, viewer: Viewer, id: string, draft: string): Promise<void> {
  await db
    .updateTable('social.conversation_member')
    .set({ draft })
    .where('conversation_id', '=', id)
    .where('account_id', '=', viewer.id)
    .execute();
}

/**
 * Deletes a conversation for the viewer only. It disappears from their list and starts over with the next
 * message.
 */
export const deleteConversation = verb(
  { name: 'chat.delete-conversation', scope: 'messages', who: 'member' },
  async (app: App, viewer: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      await lockConversation(app, viewer, id);
      await app.db
        .updateTable('social.conversation_member')
        .set({
          cleared_to: sql`last_message_id`,
          seen_to: sql`last_message_id`,
          pinned_at: null,
          archived_at: null,
          draft: '',
        })
        .where('conversation_id', '=', id)
        .where('account_id', '=', viewer.id)
        .execute();
      await addLiveEvent(app, [viewer.id], 'conversation', { conversation: id, is: 'deleted' });
      await announceCounters(app, viewer.id);
    });
  },
);

/** Deletes a conversation without members, its picture, and files that nothing else references. */
export async function removeConversation(app: App, id: string): Promise<void> {
  const { db } = app;
  await sql`update social.upload set used_at = null
    where path in (
        select file.path from social.message_file as file
        join social.message as message on message.id = file.message_id where message.conversation_id = ${id})
      and not exists (
        select from social.message_file as file join social.message as message on message.id = file.message_id
        where file.path = upload.path and message.conversation_id <> ${id})
      and not exists (
        select from social.message_file as file join social.case_message as copy on copy.message_id = file.message_id
        where file.path = upload.path)`.execute(db);
  const removed = await db
    .deleteFrom('social.conversation')
    .where('id', '=', id)
    .returning('picture_path')
    .executeTakeFirst();
  const path = removed?.picture_path;
  if (path) await addJob(app, removeMessageFiles, { paths: [path, smallPath(path)] });
}
