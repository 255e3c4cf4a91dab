import { t } from '../../../kernel/translation/translate.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { settleCase } from '../../cases/settle-case.ts';
import { pathOf } from '../../posts/paths.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';
import { mayModeratePost } from '../../access/forum-moderators.ts';

/** Approves or removes held content in a forum that the viewer moderates. Returns the path to redirect to. */
export async function decideHeld(
  app: App,
  viewer: Viewer,
  id: string,
  decision: 'approve' | 'remove',
): Promise<string> {
  const post = await getPostHeader(app, viewer, id);
  if (!(await mayModeratePost(app, viewer, id)))
    throw new Problem('forbidden', t('Only moderators of this forum can do that'));
  const waiting = await app.db
    .selectFrom('social.moderation_case')
    .where('subject', '=', 'post')
    .where('subject_id', '=', id)
    .where('settled_at', 'is', null)
    .where('held_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  if (!waiting) throw missing(t('Held content'));
  // Forum moderators act with moderator permission, but only on content of their forum.
  const moderator = { ...viewer, permissions: [...viewer.permissions, 'moderate'] };
  await settleCase(app, moderator, waiting.id, { decision });
  if (decision === 'approve') return pathOf(post);
  return post.parentId === null ? '/forums' : `/forums/threads/${post.parentId}`;
}
