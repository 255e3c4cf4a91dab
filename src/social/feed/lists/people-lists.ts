import { sql } from 'kysely';
import { msg, invalid, missing, Problem } from '../../../kernel/problem.ts';
import { isBlank, lengthOf, toLine } from '../../../kernel/text.ts';
import { minutes } from '../../../kernel/time.ts';
import { livePerson } from '../../../identity/account/people.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/queries.ts';
import { blockedBetween } from '../../people/person.ts';
import { type PageOfPeople, toPeople } from '../../people/lists.ts';
import { getProfile } from '../../people/profile.ts';
import { idsNeeded, type PageOfPosts, type PostListPart, toPostPage } from '../../posts/reading/lists.ts';
import { mergedIds } from '../ids/merged-ids.ts';
import { listedPeople } from '../ids/sources.ts';
import { deleteWithUndo, undoDeletion } from '../../undo.ts';

/** A list of people of the viewer. */
export interface PeopleList {
  id: string;
  title: string;
  /** Whether the posts of its people are not on the home page. */
  isExclusive: boolean;
  /** Number of people in it. */
  count: number;
}

const maxLists = 50;
/** Limits the number of sources of a feed. */
const maxPeople = 500;
export const longestListTitle = 60;

/** The viewer's lists by title. `personId`: only those with this person. */
export async function listPeopleLists(app: App, viewer: Viewer, personId?: string): Promise<PeopleList[]> {
  const { rows } = await sql<PeopleList>`
    select list.id::text, list.title, list.is_exclusive as "isExclusive", (
      select count(*)::integer from social.people_list_member as member
      cross join lateral ${livePerson('person', 'member.person_id')}
      where member.list_id = list.id and not ${blockedBetween('person.id', viewer.id)}) as count
    from social.people_list as list where list.account_id = ${viewer.id} and list.deleted_at is null
    ${
      personId === undefined
        ? sql``
        : sql`and exists (select from social.people_list_member as chosen
            where chosen.list_id = list.id and chosen.person_id = ${personId})`
    }
    order by lower(list.title), list.id`.execute(app.db);
  return rows;
}

export async function getPeopleList(app: App, viewer: Viewer, id: string): Promise<PeopleList> {
  const list = (await listPeopleLists(app, viewer)).find((each) => each.id === id);
  if (!list) throw missing(msg('List'));
  return list;
}

interface TypedList {
  title: string;
  isExclusive: boolean;
}

const limit = perAccount(200, minutes(5));

export const addPeopleList = verb(
  { name: 'lists.add', who: 'member', limit },
  (app, viewer: Viewer, typed: TypedList): Promise<string> =>
    inTransaction(app, async (app) => {
      await lockRow(app, 'identity.account', viewer.id);
      await refuseMoreLists(app, viewer);
      const { id } = await app.db
        .insertInto('social.people_list')
        .values({ account_id: viewer.id, created_at: app.clock.now(), ...toColumns(typed) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
);

export const updatePeopleList = verb(
  { name: 'lists.update', who: 'member', limit },
  async (app, viewer: Viewer, id: string, typed: Partial<TypedList>): Promise<void> => {
    const before = await getPeopleList(app, viewer, id);
    await app.db
      .updateTable('social.people_list')
      .set(toColumns({ ...before, ...typed }))
      .where('id', '=', id)
      .execute();
  },
);

/** Deletes a list. `restorePeopleList` can undo it for an hour, until another one is deleted. */
export const deletePeopleList = verb(
  { name: 'lists.delete', who: 'member', limit },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    await getPeopleList(app, viewer, id);
    await deleteWithUndo(app, viewer, 'social.people_list', id);
  },
);

/** Undoes `deletePeopleList`. */
export const restorePeopleList = verb(
  { name: 'lists.restore', who: 'member', limit },
  (app, viewer: Viewer, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      await lockRow(app, 'identity.account', viewer.id);
      await refuseMoreLists(app, viewer);
      await undoDeletion(app, viewer, { table: 'social.people_list', id, name: msg('Deleted list') });
    }),
);

async function refuseMoreLists(app: App, viewer: Viewer): Promise<void> {
  if ((await listPeopleLists(app, viewer)).length >= maxLists)
    throw new Problem('conflict', msg('You can have at most {maxLists} lists', { maxLists }));
}

function toColumns({ title, isExclusive }: TypedList) {
  const line = toLine(title);
  if (isBlank(line)) throw invalid('title', msg('Enter a title'));
  if (lengthOf(line) > longestListTitle)
    throw invalid('title', msg('Use at most {max} characters', { max: longestListTitle }));
  return { title: line, is_exclusive: isExclusive };
}

/** Adds a person to a list of the viewer, or removes them. The person is not notified. */
export const changeMember = verb(
  { name: 'lists.change-member', who: 'member', limit },
  async (
    app,
    viewer: Viewer,
    listId: string,
    person: { id: string } | { username: string },
    act: 'add' | 'remove' = 'add',
  ): Promise<void> => {
    await getPeopleList(app, viewer, listId);
    if (act === 'remove' && 'id' in person) {
      await app.db
        .deleteFrom('social.people_list_member')
        .where('list_id', '=', listId)
        .where('person_id', '=', person.id)
        .execute();
      return;
    }
    const { id, relation, isFormer } = await getProfile(app, viewer, person);
    if (act === 'remove') return changeMember(app, viewer, listId, { id }, act);
    if (relation.blocks || isFormer) throw missing(msg('Person'));
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.people_list', listId);
      const { n } = await app.db
        .selectFrom('social.people_list_member')
        .where('list_id', '=', listId)
        .where('person_id', '!=', id)
        .select(sql<number>`count(*)::integer`.as('n'))
        .executeTakeFirstOrThrow();
      if (n >= maxPeople)
        throw new Problem('conflict', msg('A list can have at most {maxPeople} people', { maxPeople }));
      await app.db
        .insertInto('social.people_list_member')
        .values({ list_id: listId, person_id: id, added_at: app.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  },
);

/** Puts a person on exactly these of the viewer's lists. */
export const choosePeopleLists = verb(
  { name: 'lists.choose', who: 'member', limit },
  (app, viewer: Viewer, personId: string, listIds: readonly string[]): Promise<void> =>
    inTransaction(app, async (app) => {
      const before = new Set((await listPeopleLists(app, viewer, personId)).map(({ id }) => id));
      for (const { id } of await listPeopleLists(app, viewer))
        if (listIds.includes(id) !== before.has(id))
          await changeMember(app, viewer, id, { id: personId }, before.has(id) ? 'remove' : 'add');
    }),
);

/** The people on a list, the last one added first. */
export async function listMembers(app: App, viewer: Viewer, listId: string, page = 0): Promise<PageOfPeople> {
  await getPeopleList(app, viewer, listId);
  const query = app.db
    .selectFrom('social.people_list_member as member')
    .innerJoinLateral(livePerson('person', 'member.person_id'), (join) => join.onTrue())
    .where('member.list_id', '=', listId)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .orderBy('member.added_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}

/** Posts by the people on a list that are visible to the viewer, newest first. */
export async function getListFeed(
  app: App,
  viewer: Viewer,
  listId: string,
  part: PostListPart = {},
): Promise<PageOfPosts> {
  await getPeopleList(app, viewer, listId);
  const ids = await mergedIds(app, viewer, {
    before: part.before,
    max: idsNeeded(part),
    people: listedPeople(listId, viewer.id),
  });
  return toPostPage(app, viewer, ids, part, 'feeds');
}
