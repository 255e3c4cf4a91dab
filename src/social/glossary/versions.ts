import { livePeople } from '../../identity/account/people.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getTerm } from './reading.ts';
import { refuseNonEditors, type TermContent } from './term.ts';
import { writeTerm } from './terms.ts';

const undoWithin = hours(1);

/** Deletes a glossary term. The editor who deleted it can undo this for an hour. */
export const deleteTerm = verb(
  { name: 'glossary.delete', who: 'member' },
  async ({ db, clock }, keeper: Viewer, id: string) => {
    refuseNonEditors(keeper);
    const deleted = await db
      .updateTable('social.term')
      .set({ deleted_at: clock.now(), deleted_by: keeper.id })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(msg('Term'));
  },
);

/** Undoes `deleteTerm`. */
export const restoreTerm = verb(
  { name: 'glossary.restore', who: 'member' },
  async (app, keeper: Viewer, id: string) => {
    refuseNonEditors(keeper);
    await inTransaction(app, async ({ db, clock }) => {
      const restored = await db
        .updateTable('social.term')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .where('deleted_by', '=', keeper.id)
        .where('deleted_at', '>', new Date(clock.now().getTime() - undoWithin))
        .returning(['id', 'slug'])
        .executeTakeFirst();
      if (!restored) throw missing(msg('Deleted term'));
      await db
        .updateTable('social.term_address')
        .set({ term_id: restored.id })
        .where('slug', '=', restored.slug)
        .execute();
    }).catch((error: unknown) => {
      if (isDuplicate(error, 'term_slug'))
        throw new Problem('conflict', msg('Another term now has this name'));
      throw error;
    });
  },
);

/** Returns a term the viewer deleted and can still restore. */
export async function getDeletedTerm({ db }: App, keeper: Viewer, id: string): Promise<{ name: string }> {
  refuseNonEditors(keeper);
  const term = await db
    .selectFrom('social.term')
    .where('id', '=', id)
    .where('deleted_by', '=', keeper.id)
    .where('deleted_at', 'is not', null)
    .select('name')
    .executeTakeFirst();
  if (!term) throw missing(msg('Deleted term'));
  return term;
}

const max = 100;

/** A version of a term. */
export interface TermVersion {
  id: string;
  content: TermContent;
  at: Date;
  /** The editor. Null if their account was deleted. */
  editor: string | null;
  /** The author of the suggestion, if different from the editor. */
  suggester: string | null;
}

/** Returns all versions of a term, current first. */
export async function listTermVersions({ db }: Pick<App, 'db'>, termId: string): Promise<TermVersion[]> {
  const rows = await db
    .selectFrom('social.term_version as version')
    .leftJoin(livePeople('editor'), (join) => join.onRef('editor.id', '=', 'version.editor_id'))
    .leftJoin(livePeople('suggester'), (join) => join.onRef('suggester.id', '=', 'version.suggester_id'))
    .where('version.term_id', '=', termId)
    .orderBy('version.id', 'desc')
    .limit(max)
    .select(['version.id', 'version.content', 'version.created_at as at'])
    .select(['editor.username as editor', 'suggester.username as suggester'])
    .execute();
  return rows.map((row) => ({ ...row, content: row.content as unknown as TermContent }));
}

/** Restores an earlier version of a term. */
export const restoreVersion = verb(
  { name: 'glossary.restore-version', who: 'member' },
  async (app, keeper: Viewer, termId: string, id: string) => {
    refuseNonEditors(keeper);
    await getTerm(app, termId);
    const version = await app.db
      .selectFrom('social.term_version')
      .where('id', '=', id)
      .where('term_id', '=', termId)
      .select('content')
      .executeTakeFirst();
    if (!version) throw missing(msg('Version'));
    await writeTerm(app, {
      id: termId,
      content: version.content as unknown as TermContent,
      editorId: keeper.id,
    });
  },
);
