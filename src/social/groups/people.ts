import { sql } from 'kysely';
import { livePerson } from '../../identity/account/people.ts';
import { msg, missing } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type NumberedPage, nameMatches } from '../../platform/database/queries.ts';
import { type GroupRole, moderatesGroup, refuseModeratingGroup, refuseOutsiders } from '../access/group.ts';
import { blockedBetween, type Person, toPerson } from '../people/person.ts';
import { getGroup } from './groups.ts';

const membersOnPage = 30;

export interface GroupMember {
  person: Person;
  role: GroupRole;
  since: Date;
}

export interface GroupRequest {
  person: Person;
  /** In the order of the questions at that time. */
  answers: readonly string[];
  at: Date;
}

export interface GroupBan {
  person: Person;
  reason: string;
  /** Null: until it is lifted. */
  expiresAt: Date | null;
}

/**
 * The members of a group for its members, the newest first. Omits people blocked either way, except for its team. `q`:
 * words of a name.
 */
export async function listGroupMembers(
  app: App,
  viewer: Viewer,
  id: string,
  { q = '', page = 0 }: { q?: string | undefined; page?: number | undefined } = {},
): Promise<NumberedPage<GroupMember>> {
  refuseOutsiders(await getGroup(app, viewer, id));
  let query = selectMembers(app, viewer, id);
  for (const condition of nameMatches(sql.ref('person.searchable'), q)) query = query.where(condition);
  const rows = await query
    .orderBy('member.joined_at', 'desc')
    .orderBy('member.account_id')
    .offset(page * membersOnPage)
    .limit(membersOnPage + 1)
    .execute();
  return pageOf(rows, (row) => toMember(app, row));
}

/** A member that the viewer sees, by the id of their account. */
export async function getGroupMember(
  app: App,
  viewer: Viewer,
  id: string,
  personId: string,
): Promise<GroupMember> {
  const group = await getGroup(app, viewer, id);
  refuseModeratingGroup(group);
  const row = await selectMembers(app, viewer, id).where('person.id', '=', personId).executeTakeFirst();
  if (!row) throw missing(msg('Member'));
  return toMember(app, row);
}

const selectMembers = ({ db }: App, viewer: Viewer, id: string) =>
  db
    .selectFrom('social.people_group_member as member')
    .innerJoinLateral(livePerson('person', 'member.account_id'), (join) => join.onTrue())
    .where('member.group_id', '=', id)
    .where((eb) =>
      eb.or([
        eb.not(blockedBetween('person.id', viewer.id)),
        sql<boolean>`${moderatesGroup('member.group_id', viewer)}`,
      ]),
    )
    .select(personColumns)
    .select([sql<GroupRole>`member.role`.as('role'), 'member.joined_at']);

const toMember = (
  app: App,
  row: Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number],
): GroupMember => ({ person: toPerson(app, row), role: row.role, since: row.joined_at });

/** Requests to join a group for its team, the oldest first. */
export async function listGroupRequests(
  app: App,
  viewer: Viewer,
  id: string,
  page = 0,
): Promise<NumberedPage<GroupRequest>> {
  refuseModeratingGroup(await getGroup(app, viewer, id));
  const rows = await app.db
    .selectFrom('social.people_group_request as request')
    .innerJoinLateral(livePerson('person', 'request.account_id'), (join) => join.onTrue())
    .where('request.group_id', '=', id)
    .orderBy('request.requested_at')
    .orderBy('request.account_id')
    .offset(page * membersOnPage)
    .limit(membersOnPage + 1)
    .select(personColumns)
    .select(['request.answers', 'request.requested_at'])
    .execute();
  return pageOf(rows, (row) => ({
    person: toPerson(app, row),
    answers: row.answers,
    at: row.requested_at,
  }));
}

/** The bans of a group for its team, the newest first. */
export async function listGroupBans(
  app: App,
  viewer: Viewer,
  id: string,
  page = 0,
): Promise<NumberedPage<GroupBan>> {
  refuseModeratingGroup(await getGroup(app, viewer, id));
  const rows = await app.db
    .selectFrom('social.people_group_ban as ban')
    .innerJoinLateral(livePerson('person', 'ban.account_id'), (join) => join.onTrue())
    .where('ban.group_id', '=', id)
    .orderBy('ban.created_at', 'desc')
    .offset(page * membersOnPage)
    .limit(membersOnPage + 1)
    .select(personColumns)
    .select(['ban.reason', 'ban.expires_at'])
    .execute();
  return pageOf(rows, (row) => ({
    person: toPerson(app, row),
    reason: row.reason,
    expiresAt: row.expires_at,
  }));
}

const personColumns = [
  'person.id',
  'person.username',
  'person.first_name',
  'person.last_name',
  'person.picture',
  'person.picture_small',
  'person.verified_at',
] as const;

const pageOf = <Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item): NumberedPage<Item> => ({
  items: rows.slice(0, membersOnPage).map(toItem),
  hasMore: rows.length > membersOnPage,
});
