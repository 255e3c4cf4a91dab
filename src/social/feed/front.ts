import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { isListed } from '../../identity/account/privacy.ts';
import type { App } from '../../platform/app.ts';
import { listAllForums, pathOfForum } from '../forums/forum.ts';
import type { Front } from '../landing.ts';
import { toPerson } from '../people/person.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post, PostKind } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { excerptOf } from '../posts/texts.ts';

const max = 4;
const maxPeople = 8;

const maxForums = 6;
/** The posts of the front page are those of these newest ones that people reacted to most. */
const newest = 20;
const maxPosts = 2;
const longestExcerpt = 140;

/** Returns what the front page shows of the community, as a visitor sees it. */
export async function getFront(app: App): Promise<Front> {
  const [posts, people, forums] = await Promise.all([
    listNewest(app),
    getNewestPeople(app),
    listAllForums(app),
  ]);
  return {
    posts: lively(posts.filter(({ kind }) => kind === 'post')),
    threads: posts.filter(({ kind }) => kind === 'thread').map(toTitled),
    questions: posts.filter(({ kind }) => kind === 'question').map(toTitled),
    people,
    forums: forums
      .filter(({ parentId, archivedAt }) => parentId === null && archivedAt === null)
      .slice(0, maxForums)
      .map((forum) => ({ title: forum.title, description: forum.description, href: pathOfForum(forum) })),
  };
}

function lively(posts: readonly Post[]): Front['posts'] {
  return posts
    .filter(({ warning, paywall, text, page }) => warning === '' && !paywall && !page && text.length > 20)
    .map((post) => ({
      author: post.author,
      text: excerptOf(post, longestExcerpt),
      href: pathOf(post),
      at: post.createdAt,
      reactions: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
      comments: post.comments,
    }))
    .toSorted((one, other) => other.reactions + other.comments - one.reactions - one.comments)
    .slice(0, maxPosts);
}

/** Returns the newest posts, threads and questions. */
async function listNewest(app: App): Promise<Post[]> {
  const newestOf = (kind: PostKind, count: number) =>
    visiblePosts(app.db, undefined)
      .where('post.kind', '=', sql.lit(kind))
      .where('post.parent_id', 'is', null)
      .where('post.imported_at', 'is', null)
      .orderBy('post.id', 'desc')
      .limit(sql.lit(count))
      .select('post.id');
  const { rows } = await sql<{ id: string }>`
    ${newestOf('post', newest)} union all ${newestOf('thread', max)} union all ${newestOf('question', max)}`.execute(
    app.db,
  );
  return getPosts(
    app,
    undefined,
    rows.map(({ id }) => id),
  );
}

const toTitled = (post: Post): Front['threads'][number] => ({
  title: post.title,
  href: pathOf(post),
  author: post.page?.title ?? post.author.name,
  replies: post.replies,
  at: post.createdAt,
});

/** Returns listed members, except those held for review. */
async function getNewestPeople(app: App): Promise<Front['people']> {
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where(isListed('person.id'))
    .where(
      sql<boolean>`not exists (select from social.moderation_case as waiting
        where waiting.author_id = person.id and waiting.held_at is not null and waiting.settled_at is null)`,
    )
    .orderBy('person.id', 'desc')
    .limit(sql.lit(maxPeople))
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name', 'person.picture'])
    .select('person.picture_small')
    .execute();
  return rows.map((row) => toPerson(app, row));
}

/** Onboarding steps of a new member and whether they are done. */
export interface FirstSteps {
  hasPicture: boolean;
  hasBiography: boolean;
  followsSomebody: boolean;
}

/** Returns undefined when the steps are done or skipped. */
export async function getFirstSteps(app: App, accountId: string): Promise<FirstSteps | undefined> {
  return firstSteps(app, accountId).executeTakeFirst();
}

/** The underlying query, for statements that load more. */
export const firstSteps = ({ db }: Pick<App, 'db'>, accountId: string) =>
  db
    .selectFrom('identity.account')
    .where('id', '=', accountId)
    .where('started_at', 'is', null)
    .select([
      sql<boolean>`picture is not null`.as('hasPicture'),
      sql<boolean>`biography <> ''`.as('hasBiography'),
      sql<boolean>`exists (select from social.follow where follower_id = account.id)`.as('followsSomebody'),
    ]);
