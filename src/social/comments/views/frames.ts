import type { Post } from '../../posts/post.ts';

/** The Turbo Frame of what is said below a post. Answers stand with others on one page, each with comments of its own. */
export const frameOf = ({ id, kind }: Pick<Post, 'id' | 'kind'>): string =>
  kind === 'answer' ? `comments-${id}` : 'comments';
