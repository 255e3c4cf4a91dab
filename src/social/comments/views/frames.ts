import type { Post } from '../../posts/post.ts';

/** The ID of the Turbo Frame with a post's comments. Answers share a page, so each needs its own. */
export const frameOf = ({ id, kind }: Pick<Post, 'id' | 'kind'>): string =>
  kind === 'answer' ? `comments-${id}` : 'comments';
