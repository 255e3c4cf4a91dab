import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPerson, type Person } from '../people/person.ts';
import type { Post } from '../posts/post.ts';
import { readPosts } from '../posts/read-posts.ts';

const most = 20;

/** A comment that waits; the post above it may not be for the moderator's eyes. */
export interface HeldComment {
  id: string;
  author: Person;
  text: string;
  createdAt: Date;
}

/** What moderation has kept back and nobody has looked at yet, the oldest first. */
export async function listHeld(
  app: App,
  moderator: Viewer,
): Promise<{ posts: Post[]; comments: HeldComment[] }> {
  const ids = await app.db
    .selectFrom('social.post')
    .where('held_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .select('id')
    .execute();
  const comments = await app.db
    .selectFrom('social.comment as comment')
    .innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'comment.author_id'))
    .where('comment.held_at', 'is not', null)
    .where('comment.deleted_at', 'is', null)
    .orderBy('comment.id')
    .limit(most)
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small'])
    .select(['comment.id as comment_id', 'comment.text', 'comment.created_at'])
    .execute();
  return {
    posts: await readPosts(
      app,
      moderator,
      ids.map(({ id }) => id),
    ),
    comments: comments.map((row) => ({
      id: row.comment_id,
      author: toPerson(app, row),
      text: row.text,
      createdAt: row.created_at,
    })),
  };
}
