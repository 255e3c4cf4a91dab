import { msg, missing } from '../../../kernel/problem.ts';
import { sql } from 'kysely';
import { isInPaidCalls } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/queries.ts';
import type { Post, PostKind } from '../post.ts';
import { getPosts } from './get-posts.ts';
import { visiblePosts } from './visible.ts';
import { toTag } from '../../../kernel/typed-text/tokens.ts';

/** Kinds of top-level posts. Replies and answers are returned with their thread or question. */
export const topKinds = ['post', 'article', 'thread', 'question'] as const;
export type TopKind = (typeof topKinds)[number];

interface PostsWanted {
  kinds?: readonly PostKind[] | undefined;
  hashtag?: string | undefined;
  authorId?: string | undefined;
  isSolved?: boolean | undefined;
  before?: string | undefined;
  limit: number;
}

/** Posts offered for pay-per-call access: public ones whose authors and pages have not opted out. */
const offeredPosts = ({ db }: Pick<App, 'db'>) =>
  visiblePosts(db, undefined)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .where(isInPaidCalls('post.author_id')).where(sql<boolean>`(post.page_id is null or exists (
      select from social.page as owned where owned.id = post.page_id and ${isInPaidCalls('owned.owner_id')}))`);

/** Returns the ids of offered posts, newest first, and one more than the limit to detect a next page. */
async function listOfferedIds(
  app: App,
  { kinds = topKinds, hashtag, authorId, isSolved, before, limit }: PostsWanted,
): Promise<string[]> {
  const rows = await offeredPosts(app)
    .where('post.parent_id', 'is', null)
    .where('post.kind', 'in', kinds)
    .$call(
      whenGiven(authorId, (query, id) =>
        query.where('post.author_id', '=', id).where('post.page_id', 'is', null),
      ),
    )
    .$call(
      whenGiven(hashtag, (query, word) =>
        query.where(
          sql<boolean>`exists (select from social.hashtag where hashtag.post_id = post.id and hashtag.tag = ${toTag(word)})`,
        ),
      ),
    )
    .$call(
      whenGiven(isSolved, (query, isSolved) =>
        query.where(sql<boolean>`exists (select from social.question
          where question.post_id = post.id and (question.solved_at is not null) = ${isSolved})`),
      ),
    )
    .$call(whenGiven(before, (query, before) => query.where('post.id', '<', before)))
    .orderBy('post.id', 'desc')
    .limit(limit + 1)
    .select('post.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the number of posts a call will return. */
export const countOffered = async (app: App, wanted: PostsWanted): Promise<number> =>
  Math.min((await listOfferedIds(app, wanted)).length, wanted.limit);

/** Returns a page of offered posts and the cursor of the next page. */
export async function listOffered(
  app: App,
  wanted: PostsWanted,
): Promise<{ posts: Post[]; next: string | null }> {
  const ids = await listOfferedIds(app, wanted);
  const shown = ids.slice(0, wanted.limit);
  return {
    posts: await getPosts(app, undefined, shown),
    next: ids.length > wanted.limit ? (shown.at(-1) ?? null) : null,
  };
}

/** Returns an offered post: the one with the id, or the newest of these kinds. */
export async function getOffered(
  app: App,
  kinds: readonly PostKind[],
  id: string | undefined,
): Promise<Post> {
  const [found] =
    id === undefined
      ? await listOfferedIds(app, { kinds, limit: 1 })
      : (
          await offeredPosts(app)
            .where('post.id', '=', id)
            .where('post.kind', 'in', kinds)
            .select('post.id')
            .execute()
        ).map(({ id }) => id);
  const [post] = found === undefined ? [] : await getPosts(app, undefined, [found]);
  if (!post) throw missing(kinds.length === 1 ? sentenceCase(kinds[0] ?? 'post') : msg('Post'));
  return post;
}

const sentenceCase = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Filters posts to those offered. */
export async function onlyOffered(app: App, posts: readonly Post[]): Promise<Post[]> {
  if (posts.length === 0) return [];
  const rows = await offeredPosts(app)
    .where('post.id', '=', sql<string>`any(${posts.map(({ id }) => id)}::bigint[])`)
    .select('post.id')
    .execute();
  const offered = new Set(rows.map(({ id }) => id));
  return posts.filter(({ id }) => offered.has(id));
}
