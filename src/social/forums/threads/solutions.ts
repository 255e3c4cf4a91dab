import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import { type App, inTransaction, type Viewer, perAccount, verb } from '../../../platform/app.ts';
import { mayModerate } from '../../access/forum-moderators.ts';
import { notify, withdraw } from '../../notify/notify.ts';
import { getPostHeader, type PostHeader } from '../../posts/reading/visible.ts';
import { lockThread } from '../../tallies/posts.ts';
import { type Forum, getForum } from '../forum.ts';
import { lockPosts } from '../moderating/as-moderator.ts';
import type { ThreadPage } from './get-thread.ts';

/**
 * Marks a reply as the solution of its thread, in place of another one, and notifies its author. For the author of the
 * thread while it is open, and for moderators.
 */
export const markSolution = verb(
  { name: 'forums.mark-solution', who: 'member', limit: perAccount(60, minutes(5)) },
  (app, viewer: Viewer, replyId: string): Promise<void> =>
    change(app, viewer, replyId, async (app, { reply, thread, forum, solution }) => {
      if (!forum.solutionsAt)
        throw new Problem('conflict', msg('Solutions are switched off in {title}', { title: forum.title }));
      if (reply.heldAt) throw new Problem('conflict', msg('This reply is waiting for review'));
      if (solution.id === replyId) return;
      await withdrawNotification(app, thread.id, solution);
      const at = app.clock.now();
      await app.db
        .updateTable('social.thread')
        .set({ solution_id: replyId, solution_at: at, solution_by: viewer.id, solved_at: at })
        .where('post_id', '=', thread.id)
        .execute();
      await notify(app, { to: reply.author.id, kind: 'accepted', by: viewer.id, postId: thread.id });
      if (thread.author.id !== viewer.id)
        await addAuditEntry(app, viewer.id, 'thread.solve', `post ${thread.id}`, `→ post ${replyId}`);
    }),
);

/** Undoes `markSolution`. No-op if the reply is not the solution of its thread. */
export const unmarkSolution = verb(
  { name: 'forums.unmark-solution', who: 'member', limit: perAccount(60, minutes(5)) },
  (app, viewer: Viewer, replyId: string): Promise<void> =>
    change(app, viewer, replyId, async (app, { thread, solution }) => {
      if (solution.id !== replyId) return;
      await withdrawNotification(app, thread.id, solution);
      await app.db
        .updateTable('social.thread')
        .set({ solution_id: null, solution_at: null, solution_by: null, solved_at: null })
        .where('post_id', '=', thread.id)
        .execute();
      if (thread.author.id !== viewer.id)
        await addAuditEntry(app, viewer.id, 'thread.unsolve', `post ${thread.id}`, `post ${replyId}`);
    }),
);

/** The solution of a thread and who marked it. */
interface Marked {
  id: string | null;
  by: string | null;
}

interface Solving {
  reply: PostHeader;
  thread: PostHeader;
  forum: Forum;
  solution: Marked;
}

/** Runs a change of a thread's solution with both posts locked, so that a reply cannot be deleted meanwhile. */
const change = (
  app: App,
  viewer: Viewer,
  replyId: string,
  work: (app: App, solving: Solving) => Promise<void>,
): Promise<void> =>
  inTransaction(app, async (app) => {
    const { parentId: threadId } = await getReply(app, viewer, replyId);
    await lockPosts(app, (post) => post('id', 'in', [threadId, replyId]));
    const reply = await getReply(app, viewer, replyId);
    const row = await lockThread(app, threadId);
    if (!row || reply.parentId !== threadId) throw missing(msg('Thread'));
    const [thread, forum] = [await getPostHeader(app, viewer, threadId), await getForum(app, row.forum_id)];
    const isOpen = thread.lockedAt === null && forum.archivedAt === null;
    if (!(isOpen && thread.author.id === viewer.id) && !(await mayModerate(app, viewer, forum.id)))
      throw new Problem(
        'forbidden',
        msg('Only the author of an open thread and moderators can choose its solution'),
      );
    await work(app, { reply, thread, forum, solution: { id: row.solution_id, by: row.solution_by } });
  });

async function getReply(app: App, viewer: Viewer, id: string): Promise<PostHeader & { parentId: string }> {
  const reply = await getPostHeader(app, viewer, id);
  if (reply.kind !== 'reply' || reply.parentId === null) throw missing(msg('Reply'));
  return { ...reply, parentId: reply.parentId };
}

async function withdrawNotification(app: App, threadId: string, { id, by }: Marked): Promise<void> {
  if (id === null || by === null) return;
  const reply = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .select('author_id')
    .executeTakeFirst();
  if (reply) await withdraw(app, { kind: 'accepted', to: reply.author_id, by, postId: threadId });
}

/** Whether the viewer can choose the solution of a thread. */
export const maySolve = ({ post, forum, mayModerate }: ThreadPage, viewer: Viewer | undefined): boolean =>
  mayModerate || (viewer?.id === post.author.id && post.lockedAt === null && !forum.isArchived);
