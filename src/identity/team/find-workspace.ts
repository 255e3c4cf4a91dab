import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findViewer } from '../account/viewer.ts';
import type { TeamRole } from './team.ts';

/**
 * Finds the workspace of `ownerId` if the account is a member: its owner, without operator permissions, and
 * the member's role. Undefined if the account is not, or no longer, a member.
 */
export async function findWorkspace(
  app: App,
  ownerId: string,
  memberId: string,
): Promise<{ owner: Viewer; role: TeamRole } | undefined> {
  if (!/^\d{1,18}$/.test(ownerId)) return undefined;
  const row = await app.db
    .selectFrom('identity.team_member')
    .select((row) => row.ref('role').$castTo<TeamRole>().as('role'))
    .where('owner_id', '=', ownerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const owner = row && (await findViewer(app, ownerId));
  return owner && { owner: { ...owner, role: 'member', permissions: [] }, role: row.role };
}
