import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, type Viewer, type WorkspaceRights } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Roles in another's workspace: managing it, editing its links, or viewing. */
export const teamRoles = ['admin', 'editor', 'viewer'] as const;
export type TeamRole = WorkspaceRights['role'];

export interface Member extends WorkspaceRights {
  id: string;
  username: string;
  name: string;
  email: string;
  joinedAt: Date;
}

export interface TeamInvitation extends WorkspaceRights {
  id: string;
  email: string;
  expiresAt: Date;
}

/** The owner of a workspace, or one of its admins, who acts for the owner. */
export type Manager = Pick<Viewer, 'id' | 'rights'>;

/** The members of the owner's workspace, and pending invitations. */
export const listTeam = verb(
  { name: 'team.list', scope: 'links:read', who: 'member', role: 'admin' },
  (app, owner: Manager): Promise<{ members: Member[]; invitations: TeamInvitation[] }> =>
    selectTeam(app, owner),
);

async function selectTeam({ db, clock }: Pick<App, 'db' | 'clock'>, owner: Pick<Viewer, 'id'>) {
  const members = await db
    .selectFrom('identity.team_member as member')
    .innerJoin('identity.account as account', 'account.id', 'member.member_id')
    .select(['account.id', 'account.username', 'account.first_name', 'account.last_name', 'account.email'])
    .select((row) => row.ref('member.role').$castTo<TeamRole>().as('role'))
    .select(['member.joined_at as joinedAt', 'member.domains'])
    .where('member.owner_id', '=', owner.id)
    .where('account.deleted_at', 'is', null)
    .orderBy('member.joined_at')
    .execute();
  const invitations = await db
    .selectFrom('identity.team_invitation')
    .select(['id', 'email', 'domains', 'expires_at as expiresAt'])
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

/** Rights as typed. Domains are hosts, with or without a scheme. */
export interface RightsInput {
  role: TeamRole;
  domains?: readonly string[] | null | undefined;
}

const maxDomains = 100;

/** Admins have rights on all domains, and viewers change nothing. */
export function parseRights({ role, domains }: RightsInput): { role: TeamRole; domains: string[] | null } {
  if (!domains || role !== 'editor') return { role, domains: null };
  if (domains.length === 0) throw invalid('domains', msg('Choose at least one domain'));
  if (domains.length > maxDomains)
    throw invalid(
      'domains',
      msg('{field} can have at most {count} entries', { field: 'domains', count: maxDomains }),
    );
  return {
    role,
    domains: [
      ...new Set(
        domains.map((host) =>
          host
            .trim()
            .toLowerCase()
            .replace(/^https?:\/\//, ''),
        ),
      ),
    ],
  };
}

/** Only the owner of a workspace decides about its admins. */
export function refuseAdmins({ rights }: Manager, ...roles: readonly TeamRole[]): void {
  if (rights && roles.includes('admin'))
    throw new Problem('forbidden', msg('Only the owner of the workspace can do this for admins'));
}

async function getRole({ db }: Pick<App, 'db'>, ownerId: string, memberId: string): Promise<TeamRole> {
  const row = await db
    .selectFrom('identity.team_member')
    .select((row) => row.ref('role').$castTo<TeamRole>().as('role'))
    .where('owner_id', '=', ownerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw missing(msg('Member'));
  return row.role;
}

/** Changes what a member may do. Takes effect with the next request. */
export const changeTeamRole = verb(
  { name: 'team.change-role', who: 'member', role: 'admin' },
  async (app: Pick<App, 'db'>, owner: Manager, memberId: string, input: RightsInput): Promise<void> => {
    const rights = parseRights(input);
    refuseAdmins(owner, await getRole(app, owner.id, memberId), rights.role);
    await app.db
      .updateTable('identity.team_member')
      .set(rights)
      .where('owner_id', '=', owner.id)
      .where('member_id', '=', memberId)
      .execute();
  },
);

/** Removes a member from a workspace immediately, because membership is checked on every request. */
export const removeTeamMember = verb(
  { name: 'team.remove-member', who: 'member', role: 'admin' },
  async (app, owner: Manager, memberId: string): Promise<void> => {
    refuseAdmins(owner, await getRole(app, owner.id, memberId));
    await deleteMember(app, owner.id, memberId);
  },
);

/** Leaves another's workspace. */
export const leaveWorkspace = verb(
  { name: 'team.leave', who: 'member' },
  async (app, member: Pick<Viewer, 'id'>, ownerId: string): Promise<void> => {
    await getRole(app, ownerId, member.id);
    await deleteMember(app, ownerId, member.id);
  },
);

const deleteMember = ({ db }: Pick<App, 'db'>, ownerId: string, memberId: string) =>
  db
    .deleteFrom('identity.team_member')
    .where('owner_id', '=', ownerId)
    .where('member_id', '=', memberId)
    .execute();

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
