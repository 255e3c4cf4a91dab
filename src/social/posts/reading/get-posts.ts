import { msg } from '../../../kernel/message.ts';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../../identity/account/people.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { compileForViewer } from '../../../platform/database/queries.ts';
import type { Asker, Viewer } from '../../../platform/http/caller.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { articleOf, contentOf, hiddenCounts, paywallOf, toDetails } from './post-parts.ts';
import { roleIn } from '../../access/page.ts';
import { acceptsTips, toPerson } from '../../people/person.ts';
import { toPoll } from '../polls/poll.ts';
import { isReactionKind, type ReactionKind } from '../../tallies/reaction-kinds.ts';
import { toPreview } from '../../previews/records.ts';
import type { Attachment, Photo, Post, PostKind, Privacy, Speaker, Video } from '../post.ts';
import { talliesOf } from '../../tallies/tally.ts';
import { signedAddress } from '../../../platform/files/path.ts';
import { visiblePosts } from './visible.ts';
import { prepareToShow } from '../texts.ts';

/**
 * Returns those of the given posts that are visible to the viewer, in the given order, with their full data
 * and shared posts, in one query.
 */
export async function getPosts(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Post[]> {
  if (ids.length === 0) return [];
  const { MONETIZATION } = app.config;
  const rows = await selectPosts(app.db, viewer, { ids }, { MONETIZATION });
  const posts = new Map(rows.map((row) => [row.post_id, toPost(app, viewer, row)]));
  await prepareToShow(app, viewer, [...posts.values()]);
  return ids.flatMap((id) => {
    const post = posts.get(id);
    return post ? { ...post, origin: posts.get(post.quoteId ?? '') ?? null } : [];
  });
}

/** Returns a post. A post not visible to the viewer is treated as missing. */
export async function getPost(app: App, viewer: Viewer | undefined, id: string): Promise<Post> {
  const [post] = await getPosts(app, viewer, [id]);
  if (!post) throw missing(msg('Post'));
  return post;
}

const buildPosts = (
  db: App['db'],
  viewer: Asker | undefined,
  { ids }: { ids: readonly string[] },
  config: Pick<Config, 'MONETIZATION'>,
) =>
  visiblePosts(db, viewer)
    .where(
      sql<boolean>`post.id in (
        select unnest(${ids}::bigint[])
        union select named.quote_id from social.post as named where named.id = any(${ids}::bigint[]))`,
    )
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
      'post.agent_name',
      'page.id as page_id',
      'page.username as page_username',
      'page.title as page_title',
      'page.picture_small as page_picture',
      'page.verified_at as page_verified_at',
      roleIn(viewer).as('page_role'),
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
      jsonObjectFrom(
        eb
          .selectFrom('social.video as video')
          .whereRef('video.post_id', '=', 'post.id')
          .select(['path', 'type', 'width', 'height', 'milliseconds', 'poster', 'alt']),
      ).as('video'),
      jsonArrayFrom(
        eb
          .selectFrom('social.attachment as attachment')
          .whereRef('attachment.post_id', '=', 'post.id')
          .orderBy('attachment.position')
          .select(['path', 'kind', 'name', 'type', 'bytes', 'milliseconds']),
      ).as('attachments'),
      jsonObjectFrom(
        eb
          .selectFrom('social.poll as poll')
          .whereRef('poll.post_id', '=', 'post.id')
          .select((poll) => [
            'poll.is_multiple',
            'poll.is_changeable',
            'poll.ends_at',
            jsonArrayFrom(
              poll
                .selectFrom('social.poll_option as choice')
                .whereRef('choice.post_id', '=', 'poll.post_id')
                .orderBy('choice.position')
                .select(['choice.position', 'choice.text']),
            ).as('options'),
            jsonArrayFrom(
              poll
                .selectFrom('social.poll_vote as vote')
                .whereRef('vote.post_id', '=', 'poll.post_id')
                .where('vote.account_id', '=', viewer?.id ?? null)
                .orderBy('vote.position')
                .select('vote.position'),
            ).as('mine'),
          ]),
      ).as('poll'),
      jsonObjectFrom(
        eb
          .selectFrom('social.link_preview as preview')
          .whereRef('preview.address', '=', 'post.link')
          .where('post.kind', '=', 'post')
          .where('post.preview_off_at', 'is', null)
          .where('preview.title', 'is not', null)
          .select(['preview.title', 'preview.description', 'preview.host', 'preview.picture'])
          .select(['preview.width', 'preview.height'])
          .limit(1),
      ).as('preview'),
      eb
        .exists(
          eb
            .selectFrom('social.saved as saved')
            .whereRef('saved.post_id', '=', 'post.id')
            .where('saved.account_id', '=', viewer?.id ?? null)
            .select('saved.post_id'),
        )
        .as('is_saved'),
      jsonArrayFrom(
        eb
          .selectFrom('social.mention as mention')
          .innerJoin(livePeople('named'), (join) => join.onRef('named.id', '=', 'mention.account_id'))
          .whereRef('mention.post_id', '=', 'post.id')
          .where('mention.comment_id', 'is', null)
          .select(['mention.as_written', 'named.username']),
      ).as('mentions'),
      talliesOf('post', 'post.id').as('tallies'),
      articleOf(eb).as('article'),
      paywallOf(viewer).as('paywall'),
      acceptsTips(config, sql`coalesce(page.owner_id, post.author_id)`).as('accepts_tips'),
      hiddenCounts('post.id', viewer?.id ?? null).as('hidden'),
    ]);

const selectPosts = compileForViewer(buildPosts);

type Row = Awaited<ReturnType<typeof selectPosts>>[number];

function toPost(app: App, viewer: Viewer | undefined, row: Row): Post {
  const content = contentOf(app, row);
  const addressOf = addressesOf(app, row, viewer);
  const tallies = new Map(row.tallies.map(({ kind, n }) => [kind, n - (row.hidden?.[kind] ?? 0)]));
  return {
    id: row.post_id,
    kind: row.kind as PostKind,
    author: toPerson(app, row),
    page: toSpeaker(app, row),
    title: row.title,
    text: content.text,
    mentions: new Map(row.mentions.map(({ as_written, username }) => [as_written, username])),
    privacy: row.privacy as Privacy,
    link: row.link,
    photos: content.photos.map((photo) => toPhoto(addressOf, photo)),
    video: content.video && toVideo(addressOf, content.video),
    attachments: content.attachments.map((attachment) => toAttachment(addressOf, attachment)),
    poll: row.poll && toPoll(row.poll, tallies, { now: app.clock.now(), isMine: row.id === viewer?.id }),
    preview: toPreview(app, row),
    parentId: row.parent_id,
    quoteId: row.quote_id,
    origin: null,
    warning: row.warning,
    paywall: content.paywall,
    acceptsTips: row.accepts_tips,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    pinnedAt: row.pinned_at,
    lockedAt: row.locked_at,
    heldAt: row.held_at,
    agentName: row.agent_name,
    comments: tallies.get('comments') ?? 0,
    shares: tallies.get('shares') ?? 0,
    replies: tallies.get('replies') ?? 0,
    score: tallies.get('score') ?? 0,
    reactions: Object.fromEntries([...tallies].filter(([kind, n]) => n > 0 && isReactionKind(kind))),
    isSaved: row.is_saved === true,
    mine: row.mine as ReactionKind | null,
    ...(row.article && { article: toDetails({ ...row.article, ...content.cover }, addressOf, isOpen(row)) }),
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
    role: row.page_role,
  };
}

type AddressOf = (path: string) => string;

const isOpen = (row: Row): boolean =>
  row.privacy === 'public' && row.paywall === null && row.held_at === null;

/** Files of posts that are not public have addresses signed for the viewer. */
const addressesOf = (app: App, row: Row, viewer: Viewer | undefined): AddressOf =>
  isOpen(row) ? (path) => app.files.address(path) : (path) => signedAddress(app, path, viewer);

function toPhoto(addressOf: AddressOf, { path, small_path, ...photo }: Row['photos'][number]): Photo {
  return { ...photo, path, address: addressOf(path), small: addressOf(small_path) };
}

function toVideo(
  addressOf: AddressOf,
  { path, poster, milliseconds, ...video }: NonNullable<Row['video']>,
): Video {
  return {
    ...video,
    path,
    address: addressOf(path),
    milliseconds: milliseconds === null ? null : Number(milliseconds),
    poster: poster === null ? null : addressOf(poster),
  };
}

const toAttachment = (addressOf: AddressOf, row: Row['attachments'][number]): Attachment => ({
  ...row,
  kind: row.kind as Attachment['kind'],
  address: addressOf(row.path),
  bytes: Number(row.bytes),
  milliseconds: row.milliseconds === null ? null : Number(row.milliseconds),
});
