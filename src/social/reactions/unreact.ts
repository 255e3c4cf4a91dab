import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { withdraw } from '../notifications/withdraw.ts';
import { readPost } from '../posts/read-posts.ts';
import { tally } from '../tallies/tally.ts';
import type { ReactionKind } from './kinds.ts';

/** Takes one's reaction back. Quiet when there is none. */
export async function unreact(app: App, viewer: Viewer, postId: string): Promise<void> {
  const { author } = await readPost(app, viewer, postId);
  await inTransaction(app, async (app) => {
    const taken = await app.db
      .deleteFrom('social.reaction')
      .where('post_id', '=', postId)
      .where('account_id', '=', viewer.id)
      .returning('kind')
      .executeTakeFirst();
    if (!taken) return;
    const kind = taken.kind as ReactionKind;
    await tally(app, [{ subject: 'post', id: postId, kind, by: viewer.id, n: -1 }]);
    await withdraw(app, { kind: 'reaction', to: author.id, by: viewer.id, postId });
  });
}
