import type { Post } from '../post.ts';

/** Where a post of each kind is changed: by its own form, which keeps what that kind has beside it. */
export function pathToEdit({ id, kind }: Pick<Post, 'id' | 'kind'>): string {
  switch (kind) {
    case 'post':
      return `/posts/${id}/edit`;
    case 'article':
      return `/articles/${id}/edit`;
    case 'thread':
    case 'reply':
      return `/forums/posts/${id}/edit`;
    case 'question':
    case 'answer':
      return `/questions/edit/${id}`;
  }
}
