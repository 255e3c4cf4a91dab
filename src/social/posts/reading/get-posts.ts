import { msg, missing } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { FilterContext } from '../../filters/filters.ts';
import { type Filtering, getFiltering } from '../../filters/filtering.ts';
import { contentOf, toDetails } from './post-parts.ts';
import { type PostRow, selectPosts } from './select-posts.ts';
import { toPerson } from '../../people/person.ts';
import type { GroupOfPost } from '../../access/group.ts';
import { toPoll } from '../polls/poll.ts';
import { isReactionKind, type ReactionKind } from '../../tallies/reaction-kinds.ts';
import { toPreview } from '../../previews/records.ts';
import { isPublic } from '../post.ts';
import type { Attachment, Photo, Post, PostKind, Privacy, Speaker, Video } from '../post.ts';
import { signedAddress } from '../../../platform/files/path.ts';
import { prepareToShow } from '../texts.ts';

/**
 * Returns those of the given posts that are visible to the viewer, in the given order, with their full data
 * and shared posts. In a `context`, those that the viewer's keyword filters hide are left out.
 */
export async function getPosts(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  context?: FilterContext,
): Promise<Post[]> {
  if (ids.length === 0) return [];
  const rows = await selectPosts(app, viewer, ids);
  const filtering = await getFiltering(app, viewer, context);
  const posts = new Map(rows.map((row) => [row.post_id, toPost(app, viewer, row)]));
  await prepareToShow(app, viewer, [...posts.values()]);
  return ids.flatMap((id) => {
    const post = posts.get(id);
    const whole = post && { ...post, origin: posts.get(post.quoteId ?? '') ?? null };
    return whole && filtering ? filterPost(whole, filtering, viewer, context) : (whole ?? []);
  });
}

/** Applies the viewer's filters to a post of others, with the one it shares. Returns nothing if it is hidden. */
function filterPost(
  post: Post,
  filtering: Filtering,
  viewer: Viewer | undefined,
  context: FilterContext | undefined,
): Post | [] {
  // A thread or question that the viewer opened stays.
  const isOpened = context === 'threads' && post.parentId === null;
  if (isOpened || post.author.id === viewer?.id) return post;
  const found = filtering([...textsOf(post), ...(post.origin ? textsOf(post.origin) : [])]);
  if (found?.isHidden) return [];
  return found ? { ...post, filteredBy: found.name } : post;
}

const textsOf = (post: Post): (string | null | undefined)[] => [
  ...[post.title, post.warning, post.text, post.preview?.title, post.preview?.description, post.video?.alt],
  ...post.photos.map(({ alt }) => alt),
  ...post.attachments.map(({ name }) => name),
  ...(post.poll?.options ?? []).map(({ text }) => text),
  ...(post.article?.tags ?? []).map((tag) => `#${tag}`),
];

/** Returns a post. A post not visible to the viewer is treated as missing. */
export async function getPost(app: App, viewer: Viewer | undefined, id: string): Promise<Post> {
  const [post] = await getPosts(app, viewer, [id]);
  if (!post) throw missing(msg('Post'));
  return post;
}

function toPost(app: App, viewer: Viewer | undefined, row: PostRow): Post {
  const content = contentOf(app, row);
  const addressOf = addressesOf(app, row, viewer);
  const tallies = new Map(row.tallies.map(({ kind, n }) => [kind, n - (row.hidden?.[kind] ?? 0)]));
  return {
    id: row.post_id,
    kind: row.kind as PostKind,
    author: toPerson(app, row),
    page: toSpeaker(app, row),
    group: toGroup(row),
    title: row.title,
    text: content.text,
    mentions: new Map(row.mentions.map(({ as_written, username }) => [as_written, username])),
    privacy: row.privacy as Privacy,
    isForFollowers: row.is_for_followers,
    link: row.link,
    photos: content.photos.map((photo) => toPhoto(addressOf, photo)),
    video: content.video && toVideo(addressOf, content.video),
    attachments: content.attachments.map((attachment) => toAttachment(addressOf, attachment)),
    poll:
      row.poll &&
      toPoll({ ...row.poll, mine: row.votes }, tallies, {
        now: app.clock.now(),
        isMine: row.id === viewer?.id,
      }),
    event: row.event && {
      title: row.event.title,
      place: row.event.place,
      timeZone: row.event.time_zone,
      isAllDay: row.event.is_all_day,
      startsAt: new Date(row.event.starts_at),
      endsAt: new Date(row.event.ends_at),
      isCanceled: row.event.canceled_at !== null,
    },
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
    isPinnedInGroup: row.group_pinned_at !== null,
    lockedAt: row.locked_at,
    heldAt: row.held_at,
    agentName: row.agent_name,
    comments: tallies.get('comments') ?? 0,
    shares: tallies.get('shares') ?? 0,
    replies: tallies.get('replies') ?? 0,
    score: tallies.get('score') ?? 0,
    reactions: Object.fromEntries([...tallies].filter(([kind, n]) => n > 0 && isReactionKind(kind))),
    isSaved: row.is_saved,
    mine: row.mine as ReactionKind | null,
    filteredBy: null,
    ...(row.article && {
      article: toDetails(
        { ...row.article, ...content.cover, category: row.category },
        addressOf,
        isOpen(row),
      ),
    }),
  };
}

function toSpeaker({ files }: App, row: PostRow): Speaker | null {
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

const toGroup = ({ group_id: id, group_title: title, group_role: role }: PostRow): GroupOfPost | null =>
  id === null || title === null ? null : { id, title, role };

type AddressOf = (path: string) => string;

const isOpen = (row: PostRow): boolean =>
  isPublic({ privacy: row.privacy, isForFollowers: row.is_for_followers, heldAt: row.held_at }) &&
  row.paywall === null;

/** Files of posts that are not public have addresses signed for the viewer. */
const addressesOf = (app: App, row: PostRow, viewer: Viewer | undefined): AddressOf =>
  isOpen(row) ? (path) => app.files.address(path) : (path) => signedAddress(app, path, viewer);

function toPhoto(addressOf: AddressOf, { path, small_path, ...photo }: PostRow['photos'][number]): Photo {
  return { ...photo, path, address: addressOf(path), small: addressOf(small_path) };
}

function toVideo(
  addressOf: AddressOf,
  { path, poster, milliseconds, ...video }: NonNullable<PostRow['video']>,
): Video {
  return {
    ...video,
    path,
    address: addressOf(path),
    milliseconds: milliseconds === null ? null : Number(milliseconds),
    poster: poster === null ? null : addressOf(poster),
  };
}

const toAttachment = (addressOf: AddressOf, row: PostRow['attachments'][number]): Attachment => ({
  ...row,
  kind: row.kind as Attachment['kind'],
  address: addressOf(row.path),
  bytes: Number(row.bytes),
  milliseconds: row.milliseconds === null ? null : Number(row.milliseconds),
});
