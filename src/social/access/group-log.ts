import type { App } from '../../platform/app.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import { type Group, refuseModeratingGroup } from './group.ts';

/** What the team of a group did. */
export const groupActions = [
  'update',
  'approve',
  'decline',
  'role',
  'remove',
  'ban',
  'unban',
  'invite',
  'revoke',
  'pin',
  'unpin',
  'delete-post',
  'delete-comment',
  'chat',
  'end-chat',
] as const;
export type GroupAction = (typeof groupActions)[number];

/** An entry of the log of a group. Names are those of today, and null once an account is deleted. */
export interface GroupEntry {
  id: string;
  action: GroupAction;
  actor: string | null;
  person: string | null;
  detail: string;
  at: Date;
}

interface NewEntry {
  groupId: string;
  actorId: string;
  action: GroupAction;
  personId?: string;
  detail?: string;
}

/** Call this in the transaction of what happened. */
export async function addGroupEntry(
  { db, clock }: App,
  { groupId, actorId, action, personId, detail = '' }: NewEntry,
): Promise<void> {
  await db
    .insertInto('social.people_group_log')
    .values({
      group_id: groupId,
      actor_id: actorId,
      person_id: personId ?? null,
      ...{ action, detail, at: clock.now() },
    })
    .execute();
}

const entriesOnPage = 30;

/** The log of a group for its team, newest first. */
export async function listGroupEntries(
  app: App,
  group: Pick<Group, 'id' | 'role'>,
  page = 0,
): Promise<NumberedPage<GroupEntry>> {
  refuseModeratingGroup(group);
  const rows = await app.db
    .selectFrom('social.people_group_log as entry')
    .leftJoin('identity.account as actor', (join) =>
      join.onRef('actor.id', '=', 'entry.actor_id').on('actor.deleted_at', 'is', null),
    )
    .leftJoin('identity.account as person', (join) =>
      join.onRef('person.id', '=', 'entry.person_id').on('person.deleted_at', 'is', null),
    )
    .where('entry.group_id', '=', group.id)
    .orderBy('entry.id', 'desc')
    .offset(page * entriesOnPage)
    .limit(entriesOnPage + 1)
    .select(['entry.id', 'entry.action', 'entry.detail', 'entry.at'])
    .select(['actor.username as actor', 'person.username as person'])
    .execute();
  return {
    items: rows.slice(0, entriesOnPage).map((row) => ({ ...row, action: row.action as GroupAction })),
    hasMore: rows.length > entriesOnPage,
  };
}
