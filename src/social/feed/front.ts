import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { isListed } from '../../identity/account/privacy.ts';
import type { App } from '../../platform/app.ts';
import type { Front } from '../landing.ts';
import { toPerson } from '../people/person.ts';
import { pathOf } from '../posts/paths.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

const max = 4;
const maxPeople = 8;

/** Returns the newest public threads, questions and members for the front page. */
export async function getFront(app: App): Promise<Front> {
  const [threads, questions, people] = await Promise.all([
    getNewest(app, 'thread'),
    getNewest(app, 'question'),
    getNewestPeople(app),
  ]);
  return { threads, questions, people };
}

async function getNewest(app: App, kind: 'thread' | 'question'): Promise<Front['threads']> {
  const rows = await visiblePosts(app.db, undefined)
    .where('post.kind', '=', sql.lit(kind))
    .orderBy('post.id', 'desc')
    .limit(sql.lit(max))
    .select('post.id')
    .execute();
  const posts = await getPosts(
    app,
    undefined,
    rows.map(({ id }) => id),
  );
  return posts
    .filter((post) => post.kind === kind)
    .map((post) => ({
      title: post.title,
      href: pathOf(post),
      author: post.page?.title ?? post.author.name,
      replies: post.replies,
      at: post.createdAt,
    }));
}

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
