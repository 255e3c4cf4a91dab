import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { NewPaywall } from '../../posts/paywall.ts';
import { publishPost } from '../../posts/publishing.ts';
import { ensureFollowing, markSeen } from '../../notifications/thread-subscriptions.ts';
import { countForumAuthors, wholeThread } from '../../tallies/count-forum-authors.ts';
import { tally } from '../../tallies/tally.ts';
import { getForum } from '../structure/get-forum.ts';

interface NewThread {
  forumId: string;
  title: string;
  /** Markdown. */
  text: string;
  /** Follow the thread. */
  follows: boolean;
  /** Paywall settings, if the content is sold. */
  paywall?: NewPaywall | undefined;
}

/** Starts a thread in a forum that is not archived. Returns its id. */
export async function startThread(app: App, author: Viewer, given: NewThread): Promise<string> {
  const { forumId, title, text, follows, paywall } = given;
  const forum = await getForum(app, forumId);
  if (forum.archivedAt)
    throw new Problem('conflict', t('{title} is archived and read-only', { title: forum.title }));
  const post = { kind: 'thread', title, text, privacy: 'public', photos: [], paywall } as const;
  return publishPost(app, author, post, async (app, id, heldAt) => {
    await app.db
      .insertInto('social.thread')
      .values({ post_id: id, forum_id: forumId, last_at: app.clock.now() })
      .execute();
    // Held posts are counted once approved.
    if (!heldAt) {
      await tally(app, [{ subject: 'forum', id: forumId, kind: 'threads', by: id, n: 1 }]);
      await countForumAuthors(app, wholeThread(id), 1);
    }
    if (follows) await ensureFollowing(app, author, id);
    await markSeen(app, author, id, id);
  });
}
