import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notify } from '../notify/notify.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import { setReaction } from './set-reaction.ts';

/**
 * Reacts to a post visible to the viewer. Another kind replaces the reaction, and repeating it is a no-op.
 */
export async function react(app: App, viewer: Viewer, postId: string, kind: ReactionKind): Promise<void> {
  const post = await getPostHeader(app, viewer, postId);
  if (post.mine === kind) return;
  await moderate(app, viewer, { subject: 'reaction', postId }, async (app) => {
    if (await setReaction(app, viewer.id, { subject: 'post', id: postId }, kind))
      await notify(app, { to: post.author.id, kind: 'reaction', by: viewer.id, postId, reaction: kind });
    return postId;
  });
}
