import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { type App, verb, perAccount, type Viewer } from '../../../platform/app.ts';
import { mayModeratePost } from '../../access/forum-moderators.ts';
import { settleCase } from '../../cases/settle-case.ts';
import { pathOf } from '../../posts/paths.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';
import { countForumAuthors, countReplies, wholeThread } from '../../tallies/posts.ts';
import { tally } from '../../tallies/tally.ts';
import { asModerator, notifyInThread, renameThread } from './as-moderator.ts';
import { mergeThreads, splitThread } from './split-and-merge.ts';
import { minutes } from '../../../kernel/time.ts';

/** Moderator actions on threads. */
export const threadActs = ['pin', 'unpin', 'lock', 'unlock', 'rename', 'move', 'split', 'merge'] as const;
type ThreadAct = (typeof threadActs)[number];

interface ThreadActInput {
  title?: string | undefined;
  forumId?: string | undefined;
  intoId?: string | undefined;
  replyIds?: readonly string[];
  andAfter?: boolean;
}

/** Performs a moderator action. Returns the id of the post to show next: the thread, or what became of it. */
export const actOnThread = verb(
  { name: 'forums.moderate', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, id: string, act: ThreadAct, input: ThreadActInput): Promise<string> => {
    const { title = '', forumId, intoId, replyIds = [], andAfter = false } = input;
    switch (act) {
      case 'pin':
      case 'unpin':
        await pinThread(app, viewer, id, act === 'pin');
        return id;
      case 'lock':
      case 'unlock':
        await closeThread(app, viewer, id, act === 'lock');
        return id;
      case 'rename':
        await renameThread(app, viewer, id, title);
        return id;
      case 'move':
        if (forumId === undefined || !/^[0-9]{1,18}$/.test(forumId))
          throw invalid('forum_id', msg('Choose a forum'));
        await moveThread(app, viewer, id, forumId);
        return id;
      case 'split':
        return splitThread(app, viewer, id, { title, replyIds, andAfter });
      case 'merge':
        if (intoId === undefined) throw invalid('into_id', msg('Choose the thread to merge into'));
        await mergeThreads(app, viewer, id, intoId);
        return id;
    }
  },
);

/** Closes a thread for new posts, or reopens it. No-op if it is in that state already. */
export async function closeThread(app: App, viewer: Viewer, id: string, isClosed: boolean): Promise<void> {
  await asModerator(app, viewer, id, async (app, { post }) => {
    if ((post.lockedAt !== null) === isClosed) return;
    await app.db
      .updateTable('social.post')
      .set({ locked_at: isClosed ? app.clock.now() : null })
      .where('id', '=', id)
      .execute();
    await notifyInThread(app, viewer, id, { kind: isClosed ? 'locked' : 'unlocked' });
    await addAuditEntry(app, viewer.id, isClosed ? 'thread.close' : 'thread.reopen', `post ${id}`);
  });
}

/** Pins a thread to the top of its forum, or unpins it. */
export async function pinThread(app: App, viewer: Viewer, id: string, isPinned: boolean): Promise<void> {
  await asModerator(app, viewer, id, async (app) => {
    await app.db
      .updateTable('social.thread')
      .set({ pinned_at: isPinned ? app.clock.now() : null })
      .where('post_id', '=', id)
      .execute();
    await addAuditEntry(app, viewer.id, isPinned ? 'thread.pin' : 'thread.unpin', `post ${id}`);
  });
}

/** Moves a thread to another forum that is not archived. The URL of the thread stays. */
export async function moveThread(app: App, viewer: Viewer, id: string, forumId: string): Promise<void> {
  await asModerator(app, viewer, id, async (app, thread) => {
    if (thread.forumId === forumId) return;
    await refuseArchived(app, forumId);
    // Hidden threads are not counted in a forum.
    if (thread.isOpen) {
      await count(app, id, thread.forumId, forumId);
      await countForumAuthors(app, wholeThread(id), -1);
    }
    await app.db
      .updateTable('social.thread')
      .set({ forum_id: forumId, pinned_at: null, moved_at: app.clock.now() })
      .where('post_id', '=', id)
      .execute();
    if (thread.isOpen) await countForumAuthors(app, wholeThread(id), 1);
    await notifyInThread(app, viewer, id, { kind: 'moved', forumId: thread.forumId });
    await addAuditEntry(app, viewer.id, 'thread.move', `post ${id}`, `forum ${thread.forumId} → ${forumId}`);
  });
}

async function count(app: App, by: string, from: string, to: string): Promise<void> {
  const replies = await countReplies(app, by);
  const change = { subject: 'forum', by } as const;
  await tally(app, [
    { ...change, id: from, kind: 'threads', n: -1 },
    { ...change, id: from, kind: 'replies', n: -replies },
    { ...change, id: to, kind: 'threads', n: 1 },
    { ...change, id: to, kind: 'replies', n: replies },
  ]);
}

/** Throws if the forum is archived. Locks the forum so that it is not deleted meanwhile. */
async function refuseArchived({ db }: App, forumId: string): Promise<void> {
  const forum = await db
    .selectFrom('social.forum')
    .where('id', '=', forumId)
    .where('archived_at', 'is', null)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  if (!forum) throw invalid('forum_id', msg('Choose a forum that is not archived'));
}

/** Approves or removes held content in a forum that the viewer moderates. Returns the path to redirect to. */
export const decideHeld = verb(
  { name: 'forums.decide-held', who: 'member' },
  async (app, viewer: Viewer, id: string, decision: 'approve' | 'remove'): Promise<string> => {
    const post = await getPostHeader(app, viewer, id);
    if (!(await mayModeratePost(app, viewer, id)))
      throw new Problem('forbidden', msg('Only moderators of this forum can do that'));
    const waiting = await app.db
      .selectFrom('social.moderation_case')
      .where('subject', '=', 'post')
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .where('held_at', 'is not', null)
      .select('id')
      .executeTakeFirst();
    if (!waiting) throw missing(msg('Held content'));
    // Forum moderators act with moderator permission, but only on content of their forum.
    const moderator = { ...viewer, permissions: [...viewer.permissions, 'moderate'] };
    await settleCase(app, moderator, waiting.id, { decision });
    if (decision === 'approve') return pathOf(post);
    return post.parentId === null ? '/forums' : `/forums/threads/${post.parentId}`;
  },
);
