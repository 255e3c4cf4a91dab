import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findViewer } from '../account/viewer.ts';
import type { TeamRole } from './team.ts';

/**
 * The workspace of an account in which somebody works: its owner, without what they may do as an operator, and the
 * member's role. Undefined when they do not work there, or no longer.
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
