import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { countForumAuthors, wholeThread } from '../../tallies/count-forum-authors.ts';
import { tally } from '../../tallies/tally.ts';
import { countReplies } from '../../tallies/count-in-forum.ts';
import { asModerator } from './as-moderator.ts';
import { notifyInThread } from './notify-in-thread.ts';

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
  if (!forum) throw invalid('forum_id', t('Choose a forum that is not archived'));
}
