import { normalize } from '../../kernel/text.ts';
import type { Post } from './post.ts';

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

const longest = 80;

/** The slug of a title: letters and digits of any script, with words joined by hyphens. Never empty. */
export function slugOf(title: string): string {
  const words = normalize(title, 'NFKD')
    .replaceAll(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  const slug = (words ?? []).join('-');
  if (slug.length <= longest) return slug || 'untitled';
  const cut = slug.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), longest / 2));
}
