import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Provider } from '../providers/providers.ts';
import { changeRole } from './operator-actions.ts';

/**
 * Gives the role of the first group that a person is in. Who has left all groups gets no role that groups give; other
 * roles remain, and so does the last operator.
 */
export async function giveRole(
  app: App,
  accountId: string,
  { groupRoles, slug }: Provider,
  groups: string[],
): Promise<void> {
  if (groupRoles.length === 0) return;
  const { role: present } = await app.db
    .selectFrom('identity.account')
    .select('role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const given = groupRoles.find(({ group }) => groups.includes(group))?.role;
  const isManaged = groupRoles.some(({ role }) => role === present);
  const role = given ?? (isManaged ? 'member' : present);
  if (role === present) return;
  await changeRole(app, { id: accountId }, accountId, role).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    app.log.warn(
      { account: accountId, provider: slug, reason: error.message },
      'a role of a group was not given',
    );
  });
}
