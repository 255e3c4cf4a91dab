import type { Post } from '../post.ts';
import { slugOf } from '../slug.ts';

type Located = Pick<Post, 'id' | 'kind' | 'title' | 'parentId'>;

/** The path of a post of any kind. The slug after the id is optional. */
export function pathOf({ id, kind, title, parentId }: Located): string {
  switch (kind) {
    case 'post':
      return `/posts/${id}`;
    case 'article':
      return `/articles/${id}/${slugOf(title)}`;
    case 'thread':
      return `/forums/threads/${id}/${slugOf(title)}`;
    case 'question':
      return `/questions/${id}/${slugOf(title)}`;
    case 'reply':
      return `/forums/threads/${parentId}?reply=${id}#post-${id}`;
    case 'answer':
      return `/questions/${parentId}?answer=${id}#post-${id}`;
  }
}
