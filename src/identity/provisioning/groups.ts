import type { Selectable } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { IdentityProvisionedGroup } from '../../platform/database/rows.gen.ts';
import { giveRoles } from '../people/group-roles.ts';
import type { Provider } from '../providers/providers.ts';
import { isId, provisionedGroupsOf } from './users.ts';

/** A group of an organization, with the ids of its people. */
export interface ProvisionedGroup extends Selectable<IdentityProvisionedGroup> {
  members: string[];
}

export interface GivenGroup {
  displayName: string;
  externalId: string | null;
  members: readonly string[];
}

export interface GroupFilter {
  displayName?: string;
  externalId?: string;
  id?: string;
}

/** More people than one group has here. */
export const maxMembers = 5000;

const groups = ({ db }: App, { id: providerId }: Provider, { displayName, externalId, id }: GroupFilter) => {
  let query = db.selectFrom('identity.provisioned_group').where('provider_id', '=', providerId);
  if (displayName !== undefined)
    query = query.where((row) => row(row.fn('lower', ['display_name']), '=', displayName.toLowerCase()));
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  if (id !== undefined) query = query.where('id', '=', id);
  return query;
};

/** A page of an organization's groups, and how many there are. */
export async function listProvisionedGroups(
  app: App,
  provider: Provider,
  { filter, offset, limit }: { filter: GroupFilter; offset: number; limit: number },
): Promise<{ found: ProvisionedGroup[]; total: number }> {
  const { total } = await groups(app, provider, filter)
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await groups(app, provider, filter)
    .selectAll()
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { found: await withMembers(app, await withinPage(app, rows)), total: Number(total) };
}

/** Members on a page of groups. A page ends before a group that has more, as pages may (RFC 7644, 3.4.2.4). */
const membersOnPage = 2 * maxMembers;

async function withinPage<Row extends { id: string }>({ db }: App, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length < 2) return [...rows];
  const counts = await db
    .selectFrom('identity.provisioned_group_member')
    .where(
      'group_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('group_id')
    .select((row) => ['group_id', row.fn.countAll<string>().as('n')])
    .execute();
  const byGroup = new Map(counts.map(({ group_id, n }) => [group_id, Number(n)]));
  let left = membersOnPage;
  return rows.filter(({ id }, at) => (left -= byGroup.get(id) ?? 0) >= 0 || at === 0);
}

export async function getProvisionedGroup(
  app: App,
  provider: Provider,
  id: string,
): Promise<ProvisionedGroup> {
  const row = isId(id) ? await groups(app, provider, { id }).selectAll().executeTakeFirst() : undefined;
  const [found] = row ? await withMembers(app, [row]) : [];
  if (!found) throw new Problem('missing', 'This organization has no group with this id');
  return found;
}

async function withMembers(
  { db }: App,
  rows: readonly Selectable<IdentityProvisionedGroup>[],
): Promise<ProvisionedGroup[]> {
  if (rows.length === 0) return [];
  const members = await db
    .selectFrom('identity.provisioned_group_member')
    .select(['group_id', 'account_id'])
    .where(
      'group_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('account_id')
    .execute();
  const byGroup = Map.groupBy(members, ({ group_id: id }) => id);
  return rows.map((row) => ({
    ...row,
    members: (byGroup.get(row.id) ?? []).map(({ account_id: id }) => id),
  }));
}

/** Creates a group, or changes the one with this id. Whoever joins or leaves gets the role of their groups. */
export const saveGroup = verb(
  { name: 'provisioning.save-group', who: 'anyone' },
  (
    app,
    provider: Provider,
    id: string | undefined,
    { displayName, externalId, members }: GivenGroup,
  ): Promise<ProvisionedGroup> =>
    inTransaction(app, async (app) => {
      const before = id === undefined ? undefined : await getProvisionedGroup(app, provider, id);
      const now = app.clock.now();
      const row = { display_name: displayName, external_id: externalId, updated_at: now };
      const saved = before
        ? await app.db
            .updateTable('identity.provisioned_group')
            .set(row)
            .where('id', '=', before.id)
            .returningAll()
            .executeTakeFirstOrThrow()
            .catch(throwConflict)
        : await app.db
            .insertInto('identity.provisioned_group')
            .values({ ...row, provider_id: provider.id, created_at: now })
            .returningAll()
            .executeTakeFirstOrThrow()
            .catch(throwConflict);
      const wanted = new Set(members);
      const present = new Set(before?.members);
      const joined = [...wanted].filter((member) => !present.has(member));
      const left = [...present].filter((member) => !wanted.has(member));
      await addMembers(app, provider, saved.id, joined);
      await deleteMembers(app, saved.id, left);
      const isRenamed = before !== undefined && before.display_name !== displayName;
      await updateRoles(
        app,
        provider,
        [displayName, before?.display_name],
        isRenamed ? [...wanted, ...left] : [...joined, ...left],
      );
      return { ...saved, members: [...wanted] };
    }),
);

export const removeGroup = verb(
  { name: 'provisioning.remove-group', who: 'anyone' },
  (app, provider: Provider, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      const { members, display_name: name } = await getProvisionedGroup(app, provider, id);
      await app.db.deleteFrom('identity.provisioned_group').where('id', '=', id).execute();
      await updateRoles(app, provider, [name], members);
    }),
);

async function addMembers(
  { db }: App,
  provider: Provider,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = ids.every(isId)
    ? await db
        .selectFrom('identity.provisioned_user')
        .select('account_id')
        .where('provider_id', '=', provider.id)
        .where('account_id', 'in', [...ids])
        .execute()
    : [];
  if (known.length < ids.length)
    throw new Problem('invalid', 'members has a value that is no user of this organization', {
      field: 'members',
    });
  await db
    .insertInto('identity.provisioned_group_member')
    .values(ids.map((id) => ({ group_id: groupId, account_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function deleteMembers({ db }: App, groupId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('identity.provisioned_group_member')
    .where('group_id', '=', groupId)
    .where('account_id', 'in', [...ids])
    .execute();
}

/** Gives people the roles of their groups, after a change of a group of these names. Most groups give none. */
async function updateRoles(
  app: App,
  provider: Provider,
  names: readonly (string | undefined)[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !provider.groupRoles.some(({ group }) => names.includes(group))) return;
  await giveRoles(app, provider, await provisionedGroupsOf(app, provider, ids));
}

function throwConflict(error: unknown): never {
  if (isDuplicate(error, 'provisioned_group_name'))
    throw new Problem('conflict', 'Another group has this displayName', { field: 'displayName' });
  throw error;
}
