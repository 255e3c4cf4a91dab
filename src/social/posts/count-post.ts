import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs.ts';
import { fanOutJob } from './fan-out-job.ts';
import { countForumAuthors, repliesOf, wholeThread } from '../tallies/count-forum-authors.ts';
import { countInForum } from '../tallies/count-in-forum.ts';
import { announceCountersAbout } from '../notify/notify.ts';
import { countAnswer } from '../tallies/count-answer.ts';
import { tally, type Change } from '../tallies/tally.ts';

/**
 * Adds a post that became visible to the counters of its author or page, its parent and the post it shares,
 * or subtracts one that is no longer visible. Held and deleted posts are not counted.
 */
export async function countPost(app: App, id: string, n: 1 | -1): Promise<void> {
  const post = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .select(['author_id', 'kind', 'parent_id', 'page_id', 'quote_id'])
    .executeTakeFirstOrThrow();
  const changes: Change[] = [];
  if (post.parent_id !== null)
    changes.push({ subject: 'post', id: post.parent_id, kind: 'replies', by: id, n });
  else if (post.page_id !== null)
    changes.push({ subject: 'page', id: post.page_id, kind: 'posts', by: id, n });
  else changes.push({ subject: 'person', id: post.author_id, kind: 'posts', by: id, n });
  if (post.quote_id !== null && post.parent_id === null)
    changes.push({ subject: 'post', id: post.quote_id, kind: 'shares', by: id, n });
  const isInForum = post.kind === 'thread' || post.kind === 'reply';
  if (isInForum) changes.push(...(await countInForum(app, { id, threadId: post.parent_id ?? id, n })));
  await tally(app, changes);
  if (isInForum) await countForumAuthors(app, post.parent_id === null ? wholeThread(id) : repliesOf([id]), n);
  if (post.kind === 'answer' && post.parent_id !== null)
    await countAnswer(app, { id, questionId: post.parent_id }, n);
  if (n === -1) await announceCountersAbout(app, { postId: id });
  // Feeds already show the post. Fan-out makes reading it cheaper.
  if (n === 1 && post.parent_id === null) await addJob(app, fanOutJob, { id });
}
