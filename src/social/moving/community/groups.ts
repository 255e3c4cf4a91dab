import { missing, msg } from '../../../kernel/problem.ts';
import { toLine } from '../../../kernel/text.ts';
import { cleanName } from '../../../kernel/typed-text/clean-name.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/queries.ts';
import { longestGroupAbout, longestGroupTitle } from '../../groups/groups.ts';
import type { EntryOutcome } from '../import.ts';
import { dateOf, findImportedPerson, findTarget } from './community.ts';
import type { GroupContent, GroupMemberContent } from './entry-contents.ts';

/** The group that an earlier import made, if it is still there. */
async function findGroup(app: App, source: string): Promise<string | undefined> {
  const id = await findTarget(app, 'group', source);
  if (id === undefined) return undefined;
  const found = await app.db
    .selectFrom('social.people_group')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found?.id;
}

/** A group of its first owner. One whose owners are not here is the operator's. */
export async function importGroup(
  app: App,
  operator: Viewer,
  source: string,
  { title, about, kind, owner, at }: GroupContent,
): Promise<EntryOutcome> {
  const known = await findGroup(app, source);
  if (known !== undefined) return { state: 'known', targetId: known };
  const created_at = dateOf(app, at);
  const { id } = await app.db
    .insertInto('social.people_group')
    .values({
      ...{ kind, created_at, about: about.slice(0, longestGroupAbout) },
      title: cleanName(toLine(title)).slice(0, longestGroupTitle) || source.slice(-longestGroupTitle),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ownerId = (owner === null ? undefined : await findImportedPerson(app, owner)) ?? operator.id;
  await app.db
    .insertInto('social.people_group_member')
    .values({ group_id: id, account_id: ownerId, role: 'owner', joined_at: created_at })
    .execute();
  return { state: 'done', targetId: id };
}

/** Adds a person to a group. Whoever is in it keeps their role, and nobody comes back who was banned. */
export async function importGroupMember(
  app: App,
  { group, person, role, at }: GroupMemberContent,
): Promise<EntryOutcome> {
  const [groupId, personId] = [await findGroup(app, group), await findImportedPerson(app, person)];
  if (groupId === undefined) throw missing(msg('Group'));
  if (personId === undefined) throw missing(msg('Person'));
  await lockRow(app, 'social.people_group', groupId);
  const banned = await app.db
    .selectFrom('social.people_group_ban')
    .where('group_id', '=', groupId)
    .where('account_id', '=', personId)
    .select('account_id')
    .executeTakeFirst();
  const added = banned
    ? undefined
    : await app.db
        .insertInto('social.people_group_member')
        .values({ group_id: groupId, account_id: personId, role, joined_at: dateOf(app, at) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('account_id')
        .executeTakeFirst();
  return { state: added ? 'done' : 'known', targetId: personId, content: { groupId } };
}

/** Removes a group that an import made, unless somebody wrote in it. */
export async function undoGroup({ db }: App, id: string): Promise<'undone' | 'kept'> {
  const written = await db
    .selectFrom('social.post')
    .where('group_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (written) return 'kept';
  await db.deleteFrom('social.people_group').where('id', '=', id).execute();
  return 'undone';
}

/** Removes a member that an import added, unless they own the group by now. */
export async function undoGroupMember(
  { db }: App,
  groupId: string,
  personId: string,
): Promise<'undone' | 'kept'> {
  const gone = await db
    .deleteFrom('social.people_group_member')
    .where('group_id', '=', groupId)
    .where('account_id', '=', personId)
    .where('role', '<>', 'owner')
    .returning('account_id')
    .executeTakeFirst();
  return gone ? 'undone' : 'kept';
}
