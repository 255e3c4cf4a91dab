import { Problem } from '../../kernel/problem.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import type { Provider } from '../providers/providers.ts';
import { setRole } from './operator-actions.ts';

/**
 * Gives each person the role of the first group that they are in. Who has left all groups gets no role that groups
 * give; other roles remain, and so does the last operator.
 */
export async function giveRoles(
  app: App,
  { groupRoles, slug }: Pick<Provider, 'groupRoles' | 'slug'>,
  groupsOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (groupRoles.length === 0 || groupsOf.size === 0) return;
  const people = await app.db
    .selectFrom('identity.account')
    .select(['id', 'role'])
    .where('id', 'in', [...groupsOf.keys()])
    .where('deleted_at', 'is', null)
    .execute();
  const roleFor = ({ id, role }: { id: string; role: string }) =>
    groupRoles.find(({ group }) => groupsOf.get(id)?.includes(group))?.role ??
    (groupRoles.some((each) => each.role === role) ? 'member' : role);
  const changed = people.filter((person) => roleFor(person) !== person.role);
  for (const [role, ids] of Map.groupBy(changed, roleFor))
    await give(
      role,
      ids.map(({ id }) => id),
    );

  async function give(role: string, ids: readonly string[]): Promise<void> {
    try {
      await inTransaction(app, (app) => setRole(app, null, ids, role));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (ids.length > 1 && error.kind !== 'invalid') {
        // Halves find the last operator among thousands in few steps. A role that is unknown is so for all.
        const half = Math.ceil(ids.length / 2);
        await give(role, ids.slice(0, half));
        await give(role, ids.slice(half));
      } else
        app.log.warn(
          { accounts: ids.slice(0, 10), count: ids.length, role, provider: slug, reason: error.message },
          'a role of a group was not given',
        );
    }
  }
}
