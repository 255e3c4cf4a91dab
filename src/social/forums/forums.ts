import { sql } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, toLine } from '../../kernel/text.ts';
import { cleanName, isVisible } from '../../kernel/typed-text/clean-name.ts';
import { type App, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { moveForumAuthors } from '../tallies/posts.ts';
import { tally } from '../tallies/tally.ts';
import type { Section } from './forum.ts';

/** Applies to sections and forums. */
export const longestForumName = 80;

export const listSections = ({ db }: Pick<App, 'db'>): Promise<Section[]> =>
  db
    .selectFrom('social.forum_section')
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'title', 'position'])
    .execute();

/** Creates a section in the last position and returns its id. */
export const addSection = verb(
  { name: 'forums.add-section', who: 'operator' },
  async (app, operator: Viewer, title: string): Promise<string> => {
    requireOperator(operator);
    return inTransaction(app, async (app) => {
      const { id } = await app.db
        .insertInto('social.forum_section')
        .values({
          title: parseTitle(title),
          position: sql<number>`(select coalesce(max(position), 0) + 1 from social.forum_section)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addAuditEntry(app, operator.id, 'forum_section.create', `section ${id}`);
      return id;
    });
  },
);

export const updateSection = verb(
  { name: 'forums.edit-section', who: 'operator' },
  async (app, operator: Viewer, given: Section) => {
    requireOperator(operator);
    const { id, title, position } = given;
    await inTransaction(app, async (app) => {
      const { numUpdatedRows } = await app.db
        .updateTable('social.forum_section')
        .set({ title: parseTitle(title), position })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw missing(msg('Section'));
      await addAuditEntry(app, operator.id, 'forum_section.update', `section ${id}`);
    });
  },
);

/** Deletes a section. Only a section without forums can be deleted. */
export const deleteSection = verb(
  { name: 'forums.delete-section', who: 'operator' },
  async (app, operator: Viewer, id: string) => {
    requireOperator(operator);
    await inTransaction(app, async (app) => {
      // Locks the row, so a forum created concurrently in this section waits and then finds it deleted.
      const section = await app.db
        .selectFrom('social.forum_section')
        .where('id', '=', id)
        .select('id')
        .forUpdate()
        .executeTakeFirst();
      if (!section) throw missing(msg('Section'));
      const forum = await app.db
        .selectFrom('social.forum')
        .where('section_id', '=', id)
        .select('id')
        .executeTakeFirst();
      if (forum) throw new Problem('conflict', msg('Move or delete its forums first'));
      await app.db.deleteFrom('social.forum_section').where('id', '=', id).execute();
      await addAuditEntry(app, operator.id, 'forum_section.delete', `section ${id}`);
    });
  },
);

/** Throws unless the viewer is an operator. */
export function requireOperator(viewer: Viewer): void {
  if (!may(viewer, 'operate')) throw new Problem('forbidden', msg('Only operators can manage forums'));
}

function parseTitle(typed: string): string {
  const title = cleanText(cleanName(typed), 'title', longestForumName);
  if (!isVisible(title)) throw invalid('title', msg('Enter a name'));
  return title;
}

export const longestForumDescription = 300;

interface NewForum {
  sectionId: string;
  /** A top-level forum of the same section. Null if this forum is top-level. */
  parentId: string | null;
  title: string;
  description: string;
  /** Defaults to the last position. */
  position?: number | undefined;
  /** Whether a reply can be marked as the solution of a thread. Undefined: as before. */
  hasSolutions?: boolean | undefined;
}

/** A forum that has solutions keeps since when. */
const solutionsOf = ({ clock }: Pick<App, 'clock'>, { hasSolutions }: NewForum) =>
  hasSolutions === undefined
    ? {}
    : { solutions_at: hasSolutions ? sql<Date>`coalesce(forum.solutions_at, ${clock.now()})` : null };

/** Creates a forum and returns its id. */
export const addForum = verb(
  { name: 'forums.add', who: 'operator' },
  async (app, operator: Viewer, given: NewForum): Promise<string> => {
    requireOperator(operator);
    return inTransaction(app, async (app) => {
      const values = await check(app, given);
      const { id } = await app.db
        .insertInto('social.forum')
        .values({
          ...values,
          position: sql<number>`coalesce(${given.position ?? null}::integer,
          (select coalesce(max(position), 0) + 1 from social.forum))`,
          created_at: app.clock.now(),
          solutions_at: given.hasSolutions ? app.clock.now() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addAuditEntry(app, operator.id, 'forum.create', `forum ${id}`);
      return id;
    });
  },
);

/** Updates a forum. Its subforums move with it to another section. */
export const updateForum = verb(
  { name: 'forums.edit', who: 'operator' },
  async (app, operator: Viewer, { id, ...given }: NewForum & { id: string }) => {
    requireOperator(operator);
    if (given.parentId === id) throw invalid('parent', msg('A forum cannot be its own parent'));
    await inTransaction(app, async (app) => {
      const values = await check(app, given, id);
      const { numUpdatedRows } = await app.db
        .updateTable('social.forum as forum')
        .set({ ...values, ...(given.position !== undefined && { position: given.position }) })
        .set(solutionsOf(app, given))
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw missing(msg('Forum'));
      await app.db
        .updateTable('social.forum')
        .set({ section_id: values.section_id })
        .where('parent_id', '=', id)
        .execute();
      await addAuditEntry(app, operator.id, 'forum.update', `forum ${id}`);
    });
  },
);

/** Archives a forum, or reopens it. An archived forum is read-only. */
export const archiveForum = verb(
  { name: 'forums.archive', who: 'operator' },
  async (app, operator: Viewer, id: string, isArchived: boolean) => {
    requireOperator(operator);
    await inTransaction(app, async (app) => {
      const { numUpdatedRows } = await app.db
        .updateTable('social.forum')
        .set({ archived_at: isArchived ? app.clock.now() : null })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw missing(msg('Forum'));
      await addAuditEntry(app, operator.id, isArchived ? 'forum.archive' : 'forum.reopen', `forum ${id}`);
    });
  },
);

/** Deletes a forum. Its threads, including removed ones, move to `moveTo`. */
export const deleteForum = verb(
  { name: 'forums.delete', who: 'operator' },
  async (app, operator: Viewer, id: string, moveTo?: string) => {
    requireOperator(operator);
    if (moveTo === id) throw invalid('move_to', msg('Choose a forum to move its threads to'));
    await inTransaction(app, async (app) => {
      const held = await app.db
        .selectFrom('social.forum')
        .where('id', 'in', [id, ...(moveTo === undefined ? [] : [moveTo])])
        .orderBy('id')
        .select('id')
        .forUpdate()
        .execute();
      if (!held.some((forum) => forum.id === id)) throw missing(msg('Forum'));
      if (moveTo !== undefined && held.length < 2) throw invalid('move_to', msg('Forum not found'));
      const below = await app.db
        .selectFrom('social.forum')
        .where('parent_id', '=', id)
        .select('id')
        .executeTakeFirst();
      if (below) throw new Problem('conflict', msg('Move or delete its subforums first'));
      await empty(app, id, moveTo);
      await app.db
        .deleteFrom('social.tally')
        .where('subject', '=', 'forum')
        .where('subject_id', '=', id)
        .execute();
      await app.db.deleteFrom('social.forum').where('id', '=', id).execute();
      await addAuditEntry(app, operator.id, 'forum.delete', `forum ${id}`, moveTo && `→ forum ${moveTo}`);
    });
  },
);

async function empty(app: App, id: string, moveTo: string | undefined): Promise<void> {
  if (moveTo === undefined) {
    const thread = await app.db
      .selectFrom('social.thread')
      .where('forum_id', '=', id)
      .select('post_id')
      .executeTakeFirst();
    if (thread) throw new Problem('conflict', msg('Choose where to move its threads'), { field: 'move_to' });
    return;
  }
  await app.db.updateTable('social.thread').set({ forum_id: moveTo }).where('forum_id', '=', id).execute();
  const counts = await app.db
    .selectFrom('social.tally')
    .where('subject', '=', 'forum')
    .where('subject_id', '=', id)
    .groupBy('kind')
    .select(['kind', sql<number>`sum(n)::integer`.as('n')])
    .execute();
  await tally(
    app,
    counts.map(({ kind, n }) => ({
      subject: 'forum' as const,
      id: moveTo,
      kind: kind === 'threads' ? ('threads' as const) : ('replies' as const),
      by: id,
      n,
    })),
  );
  await moveForumAuthors(app, id, moveTo);
}

/** Validates a forum: it must be in its parent's section, and the parent must be top-level. */
async function check(app: App, { sectionId, parentId, title, description }: NewForum, id?: string) {
  const section = await app.db
    .selectFrom('social.forum_section')
    .where('id', '=', sectionId)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  if (!section) throw invalid('section', msg('Section not found'));
  if (parentId !== null) await checkParent(app, parentId, sectionId, id);
  return {
    section_id: sectionId,
    parent_id: parentId,
    title: parseTitle(title),
    description: toLine(cleanText(description, 'description', longestForumDescription)),
  };
}

async function checkParent(app: App, parentId: string, sectionId: string, id?: string): Promise<void> {
  const parent = await app.db
    .selectFrom('social.forum')
    .where('id', '=', parentId)
    .where('parent_id', 'is', null)
    .where('section_id', '=', sectionId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!parent) throw invalid('parent', msg('Choose a top-level forum in the same section'));
  if (id === undefined) return;
  const below = await app.db
    .selectFrom('social.forum')
    .where('parent_id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (below) throw invalid('parent', msg('This forum has subforums, so it must stay at the top level'));
}
