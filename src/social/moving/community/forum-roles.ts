import { sql } from 'kysely';
import { missing, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { insertModerator } from '../../forums/moderators.ts';
import type { EntryOutcome } from '../import.ts';
import { dateOf, findForum, findImportedPerson, findPost } from './community.ts';
import type { ForumModeratorContent, SolutionContent } from './entry-contents.ts';

/** Lets a person moderate a forum, as they did there. */
export async function importForumModerator(
  app: App,
  operator: Viewer,
  source: string,
  { forum }: ForumModeratorContent,
): Promise<EntryOutcome> {
  const [forumId, personId] = [await findForum(app, forum), await findImportedPerson(app, source)];
  if (forumId === undefined) throw missing(msg('Forum'));
  if (personId === undefined) throw missing(msg('Person'));
  const isNew = await insertModerator(app, operator, forumId, personId);
  return { state: isNew ? 'done' : 'known', targetId: personId, content: { forumId } };
}

/** Marks a reply as the solution of its thread, unless that has one by now. Nobody is told. */
export async function importSolution(
  app: App,
  source: string,
  { by, at }: SolutionContent,
): Promise<EntryOutcome> {
  const replyId = await findPost(app, source);
  if (replyId === undefined) throw missing(msg('Reply'));
  await sql`select set_config('plaza.importing', 'on', true)`.execute(app.db);
  const marked = at === '' ? sql<Date>`reply.created_at` : dateOf(app, at);
  const solved = await app.db
    .updateTable('social.thread as thread')
    .from('social.post as reply')
    .set({ solution_id: replyId, solution_at: marked, solved_at: marked })
    .set({ solution_by: by === null ? null : ((await findImportedPerson(app, by)) ?? null) })
    .whereRef('thread.post_id', '=', 'reply.parent_id')
    .where('reply.id', '=', replyId)
    .where('thread.solution_id', 'is', null)
    .returning('thread.forum_id')
    .executeTakeFirst();
  if (!solved) return { state: 'known' };
  await app.db
    .updateTable('social.forum')
    .set({ solutions_at: app.clock.now() })
    .where('id', '=', solved.forum_id)
    .where('solutions_at', 'is', null)
    .execute();
  return { state: 'done', targetId: replyId };
}

/** Unmarks a solution that an import marked. */
export async function undoSolution({ db }: App, replyId: string): Promise<void> {
  await db
    .updateTable('social.thread')
    .set({ solution_id: null, solution_at: null, solution_by: null, solved_at: null })
    .where('solution_id', '=', replyId)
    .execute();
}
