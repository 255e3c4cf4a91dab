import type { App } from '../../platform/app.ts';
import { announceCountersAbout } from '../notify/announce-counters.ts';
import { tally, type Change } from '../tallies/tally.ts';

/**
 * Adds a comment that became visible to the counters of its post and parents, or subtracts one that is no
 * longer visible. Held and deleted comments are not counted.
 */
export async function countComment(app: App, id: string, n: 1 | -1): Promise<void> {
  const comment = await app.db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select(['author_id as by', 'post_id', 'root_id', 'branch_id'])
    .executeTakeFirstOrThrow();
  const { by } = comment;
  const above = [comment.root_id, comment.branch_id].filter((each) => each !== null);
  const changes: Change[] = [
    { subject: 'post', id: comment.post_id, kind: 'comments', by, n },
    ...above.map((id): Change => ({ subject: 'comment', id, kind: 'replies', by, n })),
  ];
  await tally(app, changes);
  if (n === -1) await announceCountersAbout(app, { commentId: id });
}
