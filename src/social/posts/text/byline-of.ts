import type { Post } from '../post.ts';

/** The byline: a person or a page. */
export const bylineOf = ({ author, page }: Pick<Post, 'author' | 'page'>) =>
  page
    ? {
        author: { id: page.id, name: page.title, username: page.username, picture: page.picture },
        authorHref: `/pages/${page.username}`,
        byPage: true,
      }
    : { author, authorHref: `/@${author.username}`, byPage: false };
