import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notify } from '../notify/notify.ts';
import { withdraw } from '../notify/withdraw.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import { dropReaction, setReaction } from './set-reaction.ts';
import { getCommentHeader } from '../comments/comment.ts';

/** Reacts to a comment visible to the viewer, like `react` for a post. */
export async function reactToComment(
  app: App,
  viewer: Viewer,
  id: string,
  kind: ReactionKind,
): Promise<void> {
  const { mine, postId, author } = await getCommentHeader(app, viewer, id);
  if (mine === kind) return;
  await moderate(app, viewer, { subject: 'reaction', postId, commentId: id }, async (app) => {
    const about = { postId, commentId: id, reaction: kind };
    if (await setReaction(app, viewer.id, { subject: 'comment', id }, kind))
      await notify(app, { to: author.id, kind: 'reaction', by: viewer.id, ...about });
    return id;
  });
}

/** Removes the viewer's reaction. No-op if there is none. */
export async function unreactToComment(app: App, viewer: Viewer, id: string): Promise<void> {
  const { postId, author } = await getCommentHeader(app, viewer, id);
  await inTransaction(app, async (app) => {
    if (await dropReaction(app, viewer.id, { subject: 'comment', id }))
      await withdraw(app, { kind: 'reaction', to: author.id, by: viewer.id, postId, commentId: id });
  });
}
