import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Person } from '../people/person.ts';
import { readablePosts } from '../posts/reading/visible.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { Comment } from './comment.ts';
import { isVisibleComment } from './visible-comments.ts';

/** The fields of a visible comment that permission checks need: its author and position. */
export interface CommentHeader extends Pick<Comment, 'id' | 'postId' | 'rootId' | 'branchId' | 'mine'> {
  author: Pick<Person, 'id'>;
}

/**
 * Returns the header of a comment in one small query. A comment not visible to the viewer is treated as
 * missing.
 */
export async function getCommentHeader(
  app: App,
  viewer: Viewer | undefined,
  id: string,
): Promise<CommentHeader> {
  const row = await readablePosts(app.db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
    .leftJoin('social.comment_reaction as mine', (join) =>
      join.onRef('mine.comment_id', '=', 'comment.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .where('comment.id', '=', id)
    .where(isVisibleComment('comment', viewer))
    .select(['comment.post_id as postId', 'comment.root_id as rootId', 'comment.branch_id as branchId'])
    .select(['comment.author_id', 'mine.kind as mine'])
    .executeTakeFirst();
  if (!row) throw missing(t('Comment'));
  const { author_id, mine, ...place } = row;
  return { id, ...place, author: { id: author_id }, mine: mine as ReactionKind | null };
}
