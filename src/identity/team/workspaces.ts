import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { findViewer } from '../account/viewer.ts';
import { listWorkspaces, type TeamRole } from './members.ts';

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
    .select('domains')
    .select((row) => row.ref('role').$castTo<TeamRole>().as('role'))
    .where('owner_id', '=', ownerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const owner = row && (await findViewer(app, ownerId));
  return owner && { owner: { ...owner, role: 'member', permissions: [], rights: row }, role: row.role };
}

/** The workspaces that the viewer can switch between, their own first. */
export async function listSwitchableWorkspaces(app: Pick<App, 'db'>, caller: Caller) {
  const person = caller.workspace?.member ?? caller.viewer;
  if (!person) return [];
  const others = await listWorkspaces(app, person.id);
  const own = { id: person.id, name: person.name, role: 'own' as const };
  return [own, ...others].map(({ id, name, role }) => ({
    id,
    name,
    role: roleNames()[role],
    isCurrent: id === caller.viewer?.id,
  }));
}

const roleNames = () => ({ own: t('Your own'), admin: t('Admin'), editor: t('Editor'), viewer: t('Viewer') });
