import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notify } from '../notifications/notify.ts';
import { readPost } from '../posts/read-posts.ts';
import { tally } from '../tallies/tally.ts';
import type { ReactionKind } from './kinds.ts';

/** Says what one feels about a post that one may see; another kind replaces the first, the same again changes nothing. */
export async function react(app: App, viewer: Viewer, postId: string, kind: ReactionKind): Promise<void> {
  const post = await readPost(app, viewer, postId);
  if (post.mine === kind) return;
  await moderate(app, viewer, { subject: 'reaction', postId }, async (app) => {
    const before = await app.db
      .selectFrom('social.reaction')
      .where('post_id', '=', postId)
      .where('account_id', '=', viewer.id)
      .select('kind')
      .forUpdate()
      .executeTakeFirst();
    if (before?.kind === kind) return postId;
    const now = app.clock.now();
    await app.db
      .insertInto('social.reaction')
      .values({ post_id: postId, account_id: viewer.id, kind, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'account_id']).doUpdateSet({ kind, created_at: now }),
      )
      .execute();
    const count = { subject: 'post', id: postId, by: viewer.id } as const;
    await tally(app, [
      { ...count, kind, n: 1 },
      ...(before ? [{ ...count, kind: before.kind as ReactionKind, n: -1 } as const] : []),
    ]);
    await notify(app, { to: post.author.id, kind: 'reaction', by: viewer.id, postId, reaction: kind });
    return postId;
  });
}
