import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import type { App, Asker } from '../../platform/app.ts';

/**
 * Public: members of the site find, read and join it. Closed: they find it and request to join. Secret: only its
 * members and people with an invitation see it.
 */
export const groupKinds = ['public', 'closed', 'secret'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** From the highest to the lowest. */
export const groupRoles = ['owner', 'admin', 'moderator', 'member'] as const;
export type GroupRole = (typeof groupRoles)[number];

/** What of a group notifies a member. */
export const groupLevels = ['all', 'highlights', 'mentions', 'none'] as const;
export type GroupLevel = (typeof groupLevels)[number];

/** A group as one viewer sees it. */
export interface Group {
  id: string;
  kind: GroupKind;
  title: string;
  about: string;
  /** URLs of the small picture and the large one. */
  picture: string | null;
  portrait: string | null;
  /** Accepted on joining. Empty for none. */
  rules: string;
  /** Asked of people who request to join. */
  questions: readonly string[];
  /** Number of members. */
  members: number;
  createdAt: Date;
  /** The viewer's role. Null for people who are not members. */
  role: GroupRole | null;
  /** What notifies the viewer, as a member. */
  notifications: { level: GroupLevel; mutedUntil: Date | null };
  /** The plan to which its members subscribe, and whether the viewer does. Null if the group is free. */
  plan: { id: string; title: string; isPaid: boolean } | null;
  hasNewsletter: boolean;
  hasChat: boolean;
  /** The conversation of the chat. Null if there is none, or the viewer is not in it. */
  chatId: string | null;
  /** Whether the viewer's request to join is waiting. */
  isRequested: boolean;
}

/** The group of a post. */
export interface GroupOfPost {
  id: string;
  title: string;
  /** The viewer's role. Null for people who are not members. */
  role: GroupRole | null;
}

export const pathOfGroup = ({ id }: Pick<Group, 'id'>) => `/groups/${id}`;

type Standing = Pick<Group, 'role'>;

/** Whether this role may change the group, its roles and its invitations. */
export const mayManageGroup = ({ role }: Standing): boolean => role === 'owner' || role === 'admin';

/** Whether this role may decide requests, remove and ban people, and pin and delete posts. */
export const mayModerateGroup = (standing: Standing): boolean =>
  mayManageGroup(standing) || standing.role === 'moderator';

export const isAbove = (role: GroupRole | null, other: GroupRole): boolean =>
  role !== null && groupRoles.indexOf(role) < groupRoles.indexOf(other);

export function refuseNonOwner({ role }: Standing): void {
  if (role !== 'owner') throw new Problem('forbidden', msg('Only the group’s owner can do that'));
}

export function refuseOutsiders({ role }: Standing): void {
  if (role === null) throw new Problem('forbidden', msg('Only members of the group can do that'));
}

export function refuseManagingGroup(standing: Standing): void {
  if (!mayManageGroup(standing))
    throw new Problem('forbidden', msg('Only the group’s owner and admins can do that'));
}

export function refuseModeratingGroup(standing: Standing): void {
  if (!mayModerateGroup(standing))
    throw new Problem('forbidden', msg('Only the group’s owner, admins and moderators can do that'));
}

/** Throws unless the viewer is a member of a group. Those who are not have no such group. */
export async function requireMembership(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Asker, 'id'>,
  groupId: string,
): Promise<void> {
  const found = await db
    .selectFrom('social.people_group as home')
    .innerJoin('social.people_group_member as member', 'member.group_id', 'home.id')
    .where('home.id', '=', groupId)
    .where('home.deleted_at', 'is', null)
    .where('member.account_id', '=', viewer.id)
    .select('home.id')
    .executeTakeFirst();
  if (!found) throw missing(msg('Group'));
}

/** SQL: the role of a person in the group in `column`. */
export const roleInGroup = (
  column: string,
  viewer: Pick<Asker, 'id'> | undefined,
): RawBuilder<GroupRole | null> =>
  viewer
    ? sql`(select membership.role from social.people_group_member as membership
        where membership.group_id = ${sql.ref(column)} and membership.account_id = ${viewer.id})`
    : sql`null::text`;

/**
 * SQL: whether a person is on the team of the group in `column`. It sees what is written there despite blocks, so that
 * nobody evades it by blocking it.
 */
export const moderatesGroup = (column: string, viewer: Pick<Asker, 'id'>): RawBuilder<SqlBool> =>
  sql`coalesce(${roleInGroup(column, viewer)} <> 'member', false)`;

/** SQL: whether a person is not banned from the group in `column`. */
export const isWelcomeIn = (
  column: string,
  { id }: Pick<Asker, 'id'>,
): RawBuilder<SqlBool> => sql`not exists (
  select from social.people_group_ban as ban where ban.group_id = ${sql.ref(column)} and ban.account_id = ${id})`;

/**
 * SQL: whether a person reads the group in `column`: as a member, or because it is public and they are not banned.
 * `offset 0` forces evaluation per post instead of for all groups up front.
 */
export const readsGroup = (column: string, viewer: Pick<Asker, 'id'>): RawBuilder<SqlBool> => sql`exists (
  select from social.people_group as home where home.id = ${sql.ref(column)} and home.deleted_at is null
  and (${roleInGroup('home.id', viewer)} is not null or (home.kind = 'public' and ${isWelcomeIn('home.id', viewer)}))
  offset 0)`;
