import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { readProfiles } from '../../people/profiles/profile.ts';
import { readMessages } from '../messages/read-messages.ts';
import { onlineFor } from '../receipts/read-receipts.ts';
import { toSignals } from '../receipts/to-signals.ts';
import type { Conversation, Member } from './conversation.ts';
import { countsAsUnread, isInMine, isShownTo, isUnread, memberships, newestFirst } from './memberships.ts';
import { isMentioned } from './mentions.ts';
import { nameOf } from './name-of.ts';
import { readMemberRows, type MemberRow } from './member-rows.ts';

/** Nobody counts beyond that. */
const mostUnread = 100;
/** These conversations of the viewer's, in the order named; `mostMembers` of each. */
export async function readConversations(
  app: App,
  viewer: Viewer,
  ids: readonly string[],
  mostMembers: number,
): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const rows = await selectConversations(app, viewer)
    .where('conversation.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const found = await toConversations(app, viewer, rows, mostMembers);
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
}

/** The viewer's conversations, with what a list shows of each. */
export const selectConversations = ({ db }: Pick<App, 'db'>, viewer: Viewer) =>
  memberships(db, viewer.id).select([
    'conversation.id',
    'conversation.is_group',
    'conversation.title',
    'conversation.picture_path',
    'mine.is_owner',
    'mine.seen_to',
    'mine.requested_at',
    'mine.muted_until',
    'mine.pinned_at',
    'mine.archived_at',
    'mine.draft',
    sql<number>`(select count(*)::integer from (
        select from social.message as message where ${isUnread}
          and ${countsAsUnread(viewer.id)} and ${isShownTo(viewer.id)} limit ${sql.lit(mostUnread)}) as unread)`.as(
      'unread',
    ),
    isMentioned.as('is_mentioned'),
    sql<string | null>`(select message.id from social.message as message
        where ${isInMine}
          and ${isShownTo(viewer.id)} order by ${newestFirst} limit 1)`.as('last_id'),
    sql<number>`(select count(*)::integer from social.conversation_member as counted
        where counted.conversation_id = conversation.id)`.as('member_count'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/** Completes rows with their members and newest messages. */
export async function toConversations(
  app: App,
  viewer: Viewer,
  rows: readonly Row[],
  mostMembers: number,
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const memberRows = await readMemberRows(app, viewer, ids, mostMembers);
  const members = await toMembers(app, viewer, memberRows);
  const lasts = await readMessages(
    app,
    viewer,
    rows.flatMap(({ last_id }) => last_id ?? []),
  );
  const now = app.clock.now();
  return rows.map((row): Conversation => {
    const theirs = members.get(row.id) ?? [];
    return {
      id: row.id,
      isGroup: row.is_group,
      title: row.title,
      name: nameOf(row, theirs),
      picture: row.picture_path === null ? null : app.files.address(row.picture_path),
      members: theirs,
      memberCount: row.member_count,
      isOwner: row.is_owner,
      unread: row.unread,
      isMentioned: Boolean(row.is_mentioned),
      last: lasts.find(({ id }) => id === row.last_id) ?? null,
      seenTo: row.seen_to,
      isRequest: row.requested_at !== null,
      isMuted: row.muted_until !== null && row.muted_until > now,
      isPinned: row.pinned_at !== null,
      isArchived: row.archived_at !== null,
      draft: row.draft,
    };
  });
}

async function toMembers(
  app: App,
  viewer: Viewer,
  rows: readonly MemberRow[],
): Promise<Map<string, Member[]>> {
  const ids = [...new Set(rows.map(({ account_id }) => account_id))];
  const profiles = new Map((await readProfiles(app, viewer, ids)).map((profile) => [profile.id, profile]));
  const now = app.clock.now().getTime();
  const members = new Map<string, Member[]>();
  for (const row of rows) {
    const profile = profiles.get(row.account_id);
    if (!profile) continue;
    members.set(row.conversation_id, [
      ...(members.get(row.conversation_id) ?? []),
      {
        profile,
        isOwner: row.is_owner,
        isOnline: now - (profile.lastSeenAt?.getTime() ?? -Infinity) < onlineFor,
        ...toSignals(app, row),
      },
    ]);
  }
  return members;
}
