import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { cleanText, isBlank, lengthOf, toLine } from '../../kernel/text.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { type NumberedPage, lockRow, nameMatches } from '../../platform/database/queries.ts';
import { type PicturedRow, replacePicture, swapPicture } from '../../platform/files/store.ts';
import type { PictureSource } from '../../platform/pictures.ts';
import {
  groupKinds,
  isWelcomeIn,
  refuseManagingGroup,
  refuseNonOwner,
  roleInGroup,
} from '../access/group.ts';
import type { Group, GroupLevel, GroupKind } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';

export const longestGroupTitle = 80;
export const longestGroupAbout = 2000;
export const longestRules = 5000;
export const maxQuestions = 3;
export const longestQuestion = 200;
const maxOwned = 50;
const groupsOnPage = 20;

/** A group as submitted. */
export interface TypedGroup {
  kind: string;
  title: string;
  about: string;
  rules: string;
  questions: readonly string[];
}

const limit = perAccount(100, minutes(5));

/** Adds a group that the viewer owns. Returns its id. */
export const addGroup = verb(
  { name: 'groups.add', who: 'member', limit: perAccount(20, hours(1)) },
  (app, viewer: Viewer, typed: TypedGroup): Promise<string> =>
    inTransaction(app, async (app) => {
      const values = toColumns(typed);
      await lockRow(app, 'identity.account', viewer.id);
      const { n } = await app.db
        .selectFrom('social.people_group_member')
        .where('account_id', '=', viewer.id)
        .where('role', '=', 'owner')
        .select(sql<number>`count(*)::integer`.as('n'))
        .executeTakeFirstOrThrow();
      if (n >= maxOwned)
        throw new Problem('conflict', msg('You can own at most {maxOwned} groups', { maxOwned }));
      const now = app.clock.now();
      const { id } = await app.db
        .insertInto('social.people_group')
        .values({ ...values, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('social.people_group_member')
        .values({ group_id: id, account_id: viewer.id, role: 'owner', joined_at: now })
        .execute();
      return id;
    }),
);

/** Changes a group. Omitted fields stay as they are. */
export const updateGroup = verb(
  { name: 'groups.update', who: 'member', limit },
  async (app, viewer: Viewer, id: string, typed: Partial<TypedGroup>): Promise<void> => {
    await inTransaction(app, async (app) => {
      // A change that was begun while the group was public does not open it again.
      await lockRow(app, 'social.people_group', id);
      const before = await getGroup(app, viewer, id);
      refuseManagingGroup(before);
      const values = toColumns({ ...before, ...typed });
      // What was written for members only stays with them.
      if (values.kind === 'public' && before.kind !== 'public')
        throw invalid(
          'kind',
          msg('A closed or secret group cannot become public: its posts were written for members'),
        );
      await app.db.updateTable('social.people_group').set(values).where('id', '=', id).execute();
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'update' });
    });
  },
);

/** Closes a group for good. Its posts are no longer visible to anyone. */
export const deleteGroup = verb(
  { name: 'groups.delete', who: 'member', limit },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    refuseNonOwner(await getGroup(app, viewer, id));
    await app.db
      .updateTable('social.people_group')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await swapPicture(app, rowOf(id), 'picture', null);
  },
);

const rowOf = (id: string): PicturedRow => ({ table: 'social.people_group', id });

/** Sets the picture of a group, re-encoded, and deletes the former one. Without a source it has none. */
export const setPictureOfGroup = verb(
  { name: 'groups.picture', who: 'member', limit },
  async (app, viewer: Viewer, id: string, source: PictureSource | undefined): Promise<void> => {
    refuseManagingGroup(await getGroup(app, viewer, id));
    if (source === undefined) await swapPicture(app, rowOf(id), 'picture', null);
    else await replacePicture(app, rowOf(id), 'picture', { source, owner: viewer.id });
    await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'update' });
  },
);

/** A group that the viewer does not see is treated as missing: a secret one of others, or one that banned them. */
export async function getGroup(app: App, viewer: Viewer, id: string): Promise<Group> {
  const row = await selectGroups(app, viewer)
    .where('home.id', '=', id)
    .where(sql<boolean>`(home.kind <> 'secret' or ${roleInGroup('home.id', viewer)} is not null)`)
    .where(isWelcomeIn('home.id', viewer))
    .executeTakeFirst();
  if (!row) throw missing(msg('Group'));
  return toGroup(app, row);
}

/** The group of a valid invitation, of any kind. The caller checks the invitation. */
export async function getGroupOfInvitation(app: App, viewer: Viewer, id: string): Promise<Group> {
  const row = await selectGroups(app, viewer).where('home.id', '=', id).executeTakeFirst();
  if (!row) throw missing(msg('Invitation'));
  return toGroup(app, row);
}

/** Which groups to list: all that are listed, or those of the viewer. */
export const groupLists = ['all', 'mine'] as const;

export interface WantedGroups {
  list?: (typeof groupLists)[number] | undefined;
  /** Words in the title. */
  q?: string | undefined;
  page?: number | undefined;
}

/** Groups, the newest first. Secret ones are listed for their members only, and only among their own. */
export async function listGroups(
  app: App,
  viewer: Viewer,
  { list = 'all', q = '', page = 0 }: WantedGroups = {},
): Promise<NumberedPage<Group>> {
  let query = selectGroups(app, viewer).where(isListed(list, viewer));
  for (const condition of nameMatches(sql`search.name(home.title)`, q)) query = query.where(condition);
  const rows = await query
    .orderBy('home.id', 'desc')
    .offset(page * groupsOnPage)
    .limit(groupsOnPage + 1)
    .execute();
  return {
    items: rows.slice(0, groupsOnPage).map((row) => toGroup(app, row)),
    hasMore: rows.length > groupsOnPage,
  };
}

const isListed = (list: 'all' | 'mine', viewer: Viewer): RawBuilder<SqlBool> =>
  list === 'mine'
    ? sql`home.id in (select own.group_id from social.people_group_member as own where own.account_id = ${viewer.id})`
    : sql`(home.kind in ('public', 'closed') and ${isWelcomeIn('home.id', viewer)})`;

const selectGroups = ({ db }: Pick<App, 'db'>, viewer: Viewer) =>
  db
    .selectFrom('social.people_group as home')
    .where('home.deleted_at', 'is', null)
    .select(['home.id', 'home.kind', 'home.title', 'home.about', 'home.rules', 'home.questions'])
    .leftJoin('social.people_group_member as own', (join) =>
      join.onRef('own.group_id', '=', 'home.id').on('own.account_id', '=', viewer.id),
    )
    .leftJoin('social.plan as plan', 'plan.id', 'home.plan_id')
    .select(['plan.id as plan_id', 'plan.title as plan_title'])
    .select(sql<boolean>`social.pays_for_plan(${viewer.id}, home.plan_id)`.as('pays'))
    .select(['own.notify', 'own.muted_until'])
    .select(['home.picture', 'home.picture_small'])
    .select(sql<boolean>`home.chat_id is not null`.as('hasChat'))
    .select(
      sql<string | null>`(select chat.conversation_id::text from social.conversation_member as chat
        where chat.conversation_id = home.chat_id and chat.account_id = ${viewer.id})`.as('chatId'),
    )
    .select(['home.members', 'home.created_at', roleInGroup('home.id', viewer).as('role')])
    .select(
      sql<boolean>`exists (select from social.people_group_request as request
        where request.group_id = home.id and request.account_id = ${viewer.id})`.as('is_requested'),
    )
    .select(
      sql<boolean>`exists (select from social.newsletter where newsletter.group_id = home.id)`.as(
        'hasNewsletter',
      ),
    );

type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['execute']>>[number];

const toGroup = (
  { files, clock }: Pick<App, 'files' | 'clock'>,
  { kind, created_at, is_requested, picture, picture_small, notify, muted_until, ...all }: GroupRow,
): Group => {
  const { plan_id, plan_title, pays, ...row } = all;
  return {
    ...row,
    plan: plan_id === null ? null : { id: plan_id, title: plan_title ?? '', isPaid: pays },
    picture: picture_small === null ? null : files.address(picture_small),
    portrait: picture === null ? null : files.address(picture),
    kind: kind as GroupKind,
    notifications: {
      level: (notify ?? 'highlights') as GroupLevel,
      mutedUntil: muted_until !== null && muted_until > clock.now() ? muted_until : null,
    },
    createdAt: created_at,
    isRequested: is_requested,
  };
};

function toColumns({ kind, title, about, rules, questions }: TypedGroup) {
  const known = groupKinds.find((each) => each === kind);
  if (!known) throw invalid('kind', msg('Choose who can join'));
  const asked = questions.map(toLine).filter((each) => !isBlank(each));
  if (asked.length > maxQuestions)
    throw invalid('questions', msg('Ask at most {maxQuestions} questions', { maxQuestions }));
  return {
    kind: known,
    title: checkLine('title', title, longestGroupTitle),
    about: cleanText(about, 'about', longestGroupAbout).trim(),
    rules: cleanText(rules, 'rules', longestRules).trim(),
    questions: asked.map((each) => checkLine('questions', each, longestQuestion)),
  };
}

function checkLine(field: string, typed: string, max: number): string {
  const line = cleanName(toLine(typed));
  if (isBlank(line)) throw invalid(field, msg('Enter a title'));
  if (lengthOf(line) > max) throw invalid(field, msg('Use at most {max} characters', { max }));
  return line;
}
