import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../identity/live-people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPerson } from '../people/person.ts';
import { isReactionKind, type ReactionKind } from '../reactions/kinds.ts';
import type { Photo, Post, PostKind, Privacy, Speaker } from './post.ts';
import { visiblePosts } from './visible.ts';

/** Of the posts named, those that the viewer may see, in the order named, with all that is shown of them: one query. */
export async function readPosts(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Post[]> {
  if (ids.length === 0) return [];
  const rows = await select(app, viewer)
    .where('post.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const posts = new Map(rows.map((row) => [row.post_id, toPost(app, row)]));
  return ids.flatMap((id) => posts.get(id) ?? []);
}

/** One post. To whom it is not for, it is not there. */
export async function readPost(app: App, viewer: Viewer | undefined, id: string): Promise<Post> {
  const [post] = await readPosts(app, viewer, [id]);
  if (!post) throw missing('Post');
  return post;
}

const select = (app: App, viewer: Viewer | undefined) =>
  visiblePosts(app.db, viewer)
    .leftJoin('social.reaction as mine', (join) =>
      join.onRef('mine.post_id', '=', 'post.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .leftJoin('social.page as page', 'page.id', 'post.page_id')
    .select([
      'author.id',
      'author.username',
      'author.first_name',
      'author.last_name',
      'author.picture',
      'author.picture_small',
      'author.verified_at',
    ])
    .select([
      'post.id as post_id',
      'post.kind',
      'post.title',
      'post.text',
      'post.privacy',
      'post.parent_id',
      'post.quote_id',
      'post.warning',
      'post.link',
      'post.created_at',
      'post.edited_at',
      'post.pinned_at',
      'post.locked_at',
      'post.held_at',
      'page.id as page_id',
      'page.username as page_username',
      'page.title as page_title',
      'page.picture_small as page_picture',
      'page.verified_at as page_verified_at',
      'mine.kind as mine',
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('social.photo as photo')
          .whereRef('photo.post_id', '=', 'post.id')
          .orderBy('photo.position')
          .select([sql<string>`photo.id::text`.as('id'), 'path', 'small_path', 'width', 'height', 'alt']),
      ).as('photos'),
      jsonArrayFrom(
        eb
          .selectFrom('social.mention as mention')
          .innerJoin(livePeople('named'), (join) => join.onRef('named.id', '=', 'mention.account_id'))
          .whereRef('mention.post_id', '=', 'post.id')
          .where('mention.comment_id', 'is', null)
          .select(['mention.as_written', 'named.username']),
      ).as('mentions'),
      jsonArrayFrom(
        eb
          .selectFrom('social.tally as tally')
          .where('tally.subject', '=', 'post')
          .whereRef('tally.subject_id', '=', 'post.id')
          .groupBy('tally.kind')
          .select(['tally.kind', sql<number>`sum(tally.n)::integer`.as('n')]),
      ).as('tallies'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toPost(app: App, row: Row): Post {
  const tallies = new Map(row.tallies.map(({ kind, n }) => [kind, n]));
  return {
    id: row.post_id,
    kind: row.kind as PostKind,
    author: toPerson(app, row),
    page: toSpeaker(app, row),
    title: row.title,
    text: row.text,
    mentions: new Map(row.mentions.map(({ as_written, username }) => [as_written, username])),
    privacy: row.privacy as Privacy,
    link: row.link,
    photos: row.photos.map((photo) => toPhoto(app, photo)),
    parentId: row.parent_id,
    quoteId: row.quote_id,
    warning: row.warning,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    pinnedAt: row.pinned_at,
    lockedAt: row.locked_at,
    heldAt: row.held_at,
    comments: tallies.get('comments') ?? 0,
    shares: tallies.get('shares') ?? 0,
    replies: tallies.get('replies') ?? 0,
    score: tallies.get('score') ?? 0,
    reactions: Object.fromEntries([...tallies].filter(([kind, n]) => n > 0 && isReactionKind(kind))),
    mine: row.mine as ReactionKind | null,
  };
}

function toSpeaker({ files }: App, row: Row): Speaker | null {
  if (row.page_id === null || row.page_username === null || row.page_title === null) return null;
  return {
    id: row.page_id,
    username: row.page_username,
    title: row.page_title,
    picture: row.page_picture === null ? null : files.address(row.page_picture),
    isVerified: row.page_verified_at !== null,
  };
}

function toPhoto({ files }: App, { path, small_path, ...photo }: Row['photos'][number]): Photo {
  return { ...photo, path, address: files.address(path), small: files.address(small_path) };
}
