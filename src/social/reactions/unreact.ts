import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { withdraw } from '../notify/withdraw.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { dropReaction } from './set-reaction.ts';

/** Removes the viewer's reaction. No-op if there is none. */
export async function unreact(app: App, viewer: Viewer, postId: string): Promise<void> {
  const { author } = await getPostHeader(app, viewer, postId);
  await inTransaction(app, async (app) => {
    if (await dropReaction(app, viewer.id, { subject: 'post', id: postId }))
      await withdraw(app, { kind: 'reaction', to: author.id, by: viewer.id, postId });
  });
}
