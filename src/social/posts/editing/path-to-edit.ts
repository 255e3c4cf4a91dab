import type { Post } from '../post.ts';

/** The edit path of a post by kind. Each form preserves the fields of its kind. */
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
