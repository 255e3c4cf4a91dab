import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { parseTokens, tagsIn, toTag } from '../../kernel/typed-text/tokens.ts';
import { type App, perAccount, verb, inTransaction, type Asker, type Viewer } from '../../platform/app.ts';
import { lockRow, whenGiven } from '../../platform/database/queries.ts';
import type { DB } from '../../platform/database/rows.gen.ts';
import { mutedBy } from '../people/person.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { isElsewhere } from './ids/sources.ts';

// Limits the number of sources of a feed.
const maxTags = 100;

/** Follows a hashtag, so that public posts with it are in the viewer's feed, or unfollows it. Returns the hashtag. */
export const followTag = verb(
  { name: 'feed.follow-tag', who: 'member', limit: perAccount(200, minutes(5)) },
  async (app, viewer: Viewer, word: string, act: 'follow' | 'unfollow' = 'follow'): Promise<string> => {
    const tag = toTag(word.trim());
    if (act === 'unfollow') {
      await app.db
        .deleteFrom('social.followed_tag')
        .where('account_id', '=', viewer.id)
        .where('tag', '=', tag)
        .execute();
      return tag;
    }
    if (tagsIn(parseTokens(`#${tag}`))[0] !== tag) throw invalid('tag', msg('Enter a hashtag'));
    await inTransaction(app, async (app) => {
      await lockRow(app, 'identity.account', viewer.id);
      const tags = (await listFollowedTags(app, viewer)).filter((each) => each !== tag);
      if (tags.length >= maxTags)
        throw new Problem('conflict', msg('You can follow at most {maxTags} hashtags', { maxTags }));
      await app.db
        .insertInto('social.followed_tag')
        .values({ account_id: viewer.id, tag, created_at: app.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    return tag;
  },
);

/** The hashtags that the viewer follows, in order. */
export async function listFollowedTags(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('social.followed_tag')
    .where('account_id', '=', viewer.id)
    .orderBy('tag')
    .select('tag')
    .execute();
  return rows.map(({ tag }) => tag);
}

export async function followsTag(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'> | undefined,
  tag: string,
): Promise<boolean> {
  if (!viewer) return false;
  const found = await db
    .selectFrom('social.followed_tag')
    .where('account_id', '=', viewer.id)
    .where('tag', '=', tag)
    .select('tag')
    .executeTakeFirst();
  return found !== undefined;
}

/** SQL: whether a visible `post` is in the reader's feed for one of its hashtags. */
export const isOfFollowedTag = (me: string): RawBuilder<SqlBool> => sql`(
  post.privacy = 'public' and post.imported_at is null and (post.page_id is not null
    or not (${mutedBy('post.author_id', me)} or ${isElsewhere('post.author_id', me)}))
  and exists (
    select from social.followed_tag as followed join social.hashtag as hashtag on hashtag.tag = followed.tag
    where followed.account_id = ${me} and hashtag.post_id = post.id offset 0))`;

/** SQL: the accounts that follow a hashtag of a post, as `account_id`. */
export const tagFollowersOf = (postId: string): RawBuilder<unknown> => sql`
  select followed.account_id from social.hashtag as hashtag
  join social.followed_tag as followed on followed.tag = hashtag.tag where hashtag.post_id = ${postId}`;

interface Wanted {
  before: string | undefined;
  max: number;
  /** SQL: the lowest id of interest. */
  from?: RawBuilder<string>;
}

/**
 * SQL: the newest public posts with the hashtags that the reader follows, unordered. They are in no stored list, because
 * a post with a frequent hashtag would be written into too many.
 */
export const postsOfTags = (
  db: Pick<Kysely<DB>, 'selectFrom'>,
  reader: Asker,
  { before, max, from = sql`0` }: Wanted,
): RawBuilder<{ id: string }> => {
  const newest = visiblePosts(db, reader)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where('hashtag.tag', '=', sql<string>`followed.tag`)
    .where('hashtag.post_id', '>=', from)
    .$call(whenGiven(before, (query, before) => query.where('hashtag.post_id', '<', before)))
    .where('post.parent_id', 'is', null)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .where('post.imported_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('post.page_id', 'is not', null),
        eb.not(eb.or([mutedBy('post.author_id', reader.id), isElsewhere('post.author_id', reader.id)])),
      ]),
    )
    .orderBy('hashtag.post_id', 'desc')
    .limit(sql.lit(max))
    .select('post.id');
  return sql`select found.id from social.followed_tag as followed cross join lateral ${newest} as found
    where followed.account_id = ${reader.id}`;
};
