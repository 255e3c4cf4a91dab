import { missing } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import type { Caller, Viewer } from '../../platform/http/caller.ts';
import { verb } from '../../platform/verb.ts';

/** Roles in another's workspace: editing its links, or viewing. */
export const teamRoles = ['editor', 'viewer'] as const;
export type TeamRole = (typeof teamRoles)[number];

export interface Member {
  id: string;
  username: string;
  name: string;
  email: string;
  role: TeamRole;
  joinedAt: Date;
}

export interface Invitation {
  id: string;
  email: string;
  role: TeamRole;
  expiresAt: Date;
}

/** The members of the owner's workspace, and pending invitations. */
export async function listTeam(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  owner: Pick<Viewer, 'id'>,
): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const members = await db
    .selectFrom('identity.team_member as member')
    .innerJoin('identity.account as account', 'account.id', 'member.member_id')
    .select(['account.id', 'account.username', 'account.first_name', 'account.last_name', 'account.email'])
    .select((row) => row.ref('member.role').$castTo<TeamRole>().as('role'))
    .select('member.joined_at as joinedAt')
    .where('member.owner_id', '=', owner.id)
    .where('account.deleted_at', 'is', null)
    .orderBy('member.joined_at')
    .execute();
  const invitations = await db
    .selectFrom('identity.team_invitation')
    .select(['id', 'email', 'expires_at as expiresAt'])
    .select((row) => row.ref('role').$castTo<TeamRole>().as('role'))
    .where('owner_id', '=', owner.id)
    .where('expires_at', '>', clock.now())
    .orderBy('id')
    .execute();
  return {
    members: members.map(({ first_name, last_name, ...member }) => ({
      ...member,
      name: `${first_name} ${last_name}`.trim(),
    })),
    invitations,
  };
}

export const changeTeamRole = verb(
  { name: 'team.change-role', who: 'member' },
  async (
    { db }: Pick<App, 'db'>,
    owner: Pick<Viewer, 'id'>,
    memberId: string,
    role: TeamRole,
  ): Promise<void> => {
    const changed = await db
      .updateTable('identity.team_member')
      .set({ role })
      .where('owner_id', '=', owner.id)
      .where('member_id', '=', memberId)
      .returning('member_id')
      .executeTakeFirst();
    if (!changed) throw missing(msg('Member'));
  },
);

/** Removes a member from a workspace immediately, because membership is checked on every request. */
export const removeMember = verb(
  { name: 'team.remove-member', who: 'member' },
  async ({ db }, team: { ownerId: string; memberId: string }) => {
    const removed = await db
      .deleteFrom('identity.team_member')
      .where('owner_id', '=', team.ownerId)
      .where('member_id', '=', team.memberId)
      .returning('member_id')
      .executeTakeFirst();
    if (!removed) throw missing(msg('Member'));
  },
);

export interface Workspace {
  /** The account's id. */
  id: string;
  name: string;
  username: string;
  role: TeamRole;
}

/** Workspaces of other accounts that the account is a member of. */
export async function listWorkspaces({ db }: Pick<App, 'db'>, memberId: string): Promise<Workspace[]> {
  const rows = await selectWorkspaces(db, { memberId }, undefined);
  return rows.map(({ first_name, last_name, ...workspace }) => ({
    ...workspace,
    name: `${first_name} ${last_name}`.trim(),
  }));
}

const selectWorkspaces = compileOnce((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom('identity.team_member as member')
    .innerJoin('identity.account as owner', 'owner.id', 'member.owner_id')
    .select(['owner.id', 'owner.username', 'owner.first_name', 'owner.last_name'])
    .select((row) => row.ref('member.role').$castTo<TeamRole>().as('role'))
    .where('member.member_id', '=', memberId)
    .where('owner.deleted_at', 'is', null)
    .where('owner.suspended_at', 'is', null)
    .orderBy('member.joined_at')
    .limit(100),
);

/** Records which member acted in another account's workspace. */
export async function recordActivity(
  app: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  path: string,
): Promise<void> {
  if (!caller.viewer || !caller.workspace) return;
  await app.db
    .insertInto('identity.audit')
    .values({
      account_id: caller.workspace.member.id,
      workspace_id: caller.viewer.id,
      action: 'workspace.request',
      subject: path.slice(0, 200),
      at: app.clock.now(),
    })
    .execute();
}

export interface Act {
  path: string;
  at: Date;
  /** The member who acted. Null if their account is erased. */
  username: string | null;
}

/** Actions of members in the owner's workspace, newest first. */
export function listActivity({ db }: Pick<App, 'db'>, owner: Pick<Viewer, 'id'>): Promise<Act[]> {
  return db
    .selectFrom('identity.audit as audit')
    .leftJoin('identity.account as account', 'account.id', 'audit.account_id')
    .select(['audit.subject as path', 'audit.at', 'account.username'])
    .where('audit.workspace_id', '=', owner.id)
    .orderBy('audit.id', 'desc')
    .limit(50)
    .execute();
}
