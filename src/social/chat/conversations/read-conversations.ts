import { sql } from 'kysely';
import { readPrivacy, type Privacy } from '../../../identity/account/privacy.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { readProfiles } from '../../people/profiles/profile.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { Conversation, Member } from './conversation.ts';
import { countsAsUnread, isShownTo, memberships } from './memberships.ts';
import { isMentioned } from './mentions.ts';
import { nameOf } from './name-of.ts';
import { readMemberRows, type MemberRow } from './member-rows.ts';

/** Nobody counts beyond that. */
const mostUnread = 100;
/** For how long somebody is typing who did not say that they stopped. */
const typingFor = seconds(8);
/** Whom somebody saw act within that time is online. */
const onlineFor = minutes(5);

/** These conversations of the viewer's, in the order named; `mostMembers` of each. */
export async function readConversations(
  app: App,
  viewer: Viewer,
  ids: readonly string[],
  mostMembers: number,
): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const rows = await memberships(app.db, viewer.id)
    .where('conversation.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select([
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
        select from social.message as message where message.conversation_id = conversation.id
          and message.id > greatest(mine.seen_to, mine.cleared_to)
          and ${countsAsUnread(viewer.id)} and ${isShownTo(viewer.id)} limit ${sql.lit(mostUnread)}) as unread)`.as(
        'unread',
      ),
      isMentioned.as('is_mentioned'),
      sql<string | null>`(select message.id from social.message as message
        where message.conversation_id = conversation.id and message.id > mine.cleared_to
          and ${isShownTo(viewer.id)} order by message.id desc limit 1)`.as('last_id'),
      sql<number>`(select count(*)::integer from social.conversation_member as counted
        where counted.conversation_id = conversation.id)`.as('member_count'),
    ])
    .execute();
  const memberRows = await readMemberRows(app, viewer, ids, mostMembers);
  const members = await toMembers(app, viewer, memberRows);
  const lasts = await readMessages(
    app,
    viewer,
    rows.flatMap(({ last_id }) => last_id ?? []),
  );
  const now = app.clock.now();
  const found = new Map(
    rows.map((row): [string, Conversation] => {
      const theirs = members.get(row.id) ?? [];
      return [
        row.id,
        {
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
        },
      ];
    }),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function toMembers(
  app: App,
  viewer: Viewer,
  rows: readonly MemberRow[],
): Promise<Map<string, Member[]>> {
  const ids = [...new Set(rows.map(({ account_id }) => account_id))];
  const profiles = new Map((await readProfiles(app, viewer, ids)).map((profile) => [profile.id, profile]));
  const own = await readPrivacy(app, viewer.id);
  const now = app.clock.now().getTime();
  const both = (privacy: Privacy, signal: 'receipts' | 'typing') =>
    own.shares[signal] && privacy.shares[signal];
  const members = new Map<string, Member[]>();
  for (const row of rows) {
    const profile = profiles.get(row.account_id);
    if (!profile) continue;
    const { privacy } = profile;
    const isWaiting = row.requested_at !== null || row.viewer_requested_at !== null;
    const typedAt = row.typing_at?.getTime() ?? -Infinity;
    members.set(row.conversation_id, [
      ...(members.get(row.conversation_id) ?? []),
      {
        profile,
        isOwner: row.is_owner,
        isOnline: now - (profile.lastSeenAt?.getTime() ?? -Infinity) < onlineFor,
        seenTo: !isWaiting && both(privacy, 'receipts') ? row.seen_to : null,
        reachedAt: !isWaiting && both(privacy, 'receipts') ? row.last_seen_at : null,
        isTyping: !isWaiting && both(privacy, 'typing') && now - typedAt < typingFor,
      },
    ]);
  }
  return members;
}
