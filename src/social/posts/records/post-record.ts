import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { PreviewRecord, toPreviewRecord } from '../../previews/records.ts';
import { AuthorRecord, toAuthorRecord } from '../../people/records.ts';
import type { Poll } from '../polls/poll.ts';
import { reactionKinds } from '../../tallies/reaction-kinds.ts';
import { pathOf } from '../paths.ts';
import { PaywallFields, toPaywallFields } from './post-parts.ts';
import { postKinds, type Attachment, type Post, type Speaker } from '../post.ts';
import { renderPost } from '../texts.ts';

const PhotoRecord = Type.Object({
  photo_id: Type.String(),
  source: Type.String({ description: 'Absolute URL of the picture' }),
  thumbnail: Type.String({ description: 'Absolute URL of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
});

const VideoRecord = Type.Object({
  source: Type.String({ description: 'Absolute URL of the video' }),
  type: Type.String(),
  poster: Type.String({ description: 'Absolute URL of a picture; may be empty' }),
  width: Type.Integer({ description: '0 if unknown' }),
  height: Type.Integer(),
  milliseconds: Type.Integer(),
  alt: Type.String(),
});

const AttachmentRecord = Type.Object({
  type: Type.Enum(['audio', 'voice_note', 'file']),
  source: Type.String({ description: 'Absolute URL; other files are served as downloads' }),
  name: Type.String({ description: 'Original file name; may be empty' }),
  mime_type: Type.String(),
  size: Type.Integer({ description: 'In bytes' }),
  milliseconds: Type.Integer({ description: '0 if unknown' }),
});

const PollRecord = Type.Object({
  options: Type.Array(
    Type.Object({
      position: Type.Integer({ description: 'Starts at 1' }),
      text: Type.String(),
      votes: Type.Integer({ description: '0 while results are hidden' }),
      i_chose: Type.Boolean(),
    }),
  ),
  voters: Type.Integer(),
  multiple: Type.Boolean(),
  changeable: Type.Boolean({ description: 'Whether votes can be changed until the poll ends' }),
  ends: Type.String({ description: 'ISO 8601' }),
  ended: Type.Boolean(),
  shows_results: Type.Boolean({ description: 'Results are shown to voters, and to everyone after the end' }),
});

const SpeakerRecord = Type.Object({
  page_id: Type.String(),
  page_name: Type.String(),
  page_title: Type.String(),
  page_picture: Type.String({ description: 'Absolute URL; empty if there is none' }),
  page_verified: Type.Boolean(),
  url: Type.String(),
});

const fields = {
  id: Type.String(),
  post_id: Type.String({ description: 'The same as `id`' }),
  user_id: Type.String({ description: 'Empty for posts of a page, except for its team' }),
  author: AuthorRecord,
  post_type: Type.Enum([...postKinds]),
  page: Type.Union([SpeakerRecord, Type.Null()], {
    description: 'The page on whose behalf it was published',
  }),
  url: Type.String({ description: 'URL of the post' }),
  title: Type.String({ description: 'Title of an article, thread or question; otherwise empty' }),
  text: Type.String({ description: 'Source text' }),
  text_html: Type.String({ description: 'Sanitized HTML with links' }),
  privacy: Type.Union([
    Type.Literal('public'),
    Type.Literal('friends'),
    Type.Literal('me'),
    Type.Literal('group'),
  ]),
  group: Type.Union([Type.Object({ id: Type.String(), title: Type.String() }), Type.Null()], {
    description: 'The group that it is in, for privacy `group`',
  }),
  followers_only: Type.Boolean({
    description: 'Whether a public post is for followers and friends only, because the account is private',
  }),
  time: Type.String({ description: 'ISO 8601' }),
  edited: Type.String({ description: 'ISO 8601; empty if never edited' }),
  agent_name: Type.String({
    description: 'The agent that published on behalf of the author; empty for none',
  }),
  is_held: Type.Boolean({ description: 'Held for review; not visible to others yet' }),
  link: Type.String({ description: 'The first URL in the text; may be empty' }),
  photos: Type.Array(PhotoRecord),
  video: Type.Union([VideoRecord, Type.Null()]),
  audio: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first audio file' }),
  voice_note: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first voice note' }),
  file: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first other file' }),
  attachments: Type.Array(AttachmentRecord, { description: 'All audio files, voice notes and other files' }),
  poll: Type.Union([PollRecord, Type.Null()]),
  preview: Type.Union([PreviewRecord, Type.Null()], { description: 'Preview of its link' }),
  parent_id: Type.String({
    description:
      'The thread of a reply, the question of an answer, or the first post of a thread of posts; otherwise empty',
  }),
  origin_id: Type.String({ description: 'The post it shares or quotes; otherwise empty' }),
  warning: Type.String({ description: 'Content warning; may be empty' }),
  ...PaywallFields,
  pinned: Type.Boolean(),
  comments_disabled: Type.Boolean({ description: 'Closed to new comments or replies' }),
  comments: Type.Integer({ description: 'Number of comments' }),
  shares: Type.Integer(),
  replies: Type.Integer({
    description: 'Replies of a thread, answers of a question, posts that continue a post',
  }),
  score: Type.Integer({ description: 'Upvotes minus downvotes' }),
  reactions: Type.Object(Object.fromEntries(reactionKinds.map((kind) => [kind, Type.Integer()]))),
  reactions_total_count: Type.Integer(),
  i_save: Type.Boolean({ description: 'Whether you have saved the post' }),
  i_react: Type.Boolean(),
  i_reaction: Type.String({ description: 'Empty if none' }),
  filtered: Type.String({ description: 'Your keyword filter that it matches in this list; empty if none' }),
};

/** A post as the authenticated user sees it. */
export const PostRecord = Type.Object(
  {
    ...fields,
    origin: Type.Union([Type.Object(fields), Type.Null()], {
      description: 'The shared post, if you can see it',
    }),
  },
  { title: 'Post' },
);
export type PostRecord = Static<typeof PostRecord>;

export const toPostRecord = (app: App, post: Post): PostRecord => ({
  ...toFields(app, post),
  origin: post.origin && toFields(app, post.origin),
});

const toFields = (app: App, post: Post): Omit<PostRecord, 'origin'> => ({
  id: post.id,
  post_id: post.id,
  ...toWriter(app, post),
  post_type: post.kind,
  page: post.page && toSpeakerRecord(app, post.page),
  url: `${app.config.plazaUrl}${pathOf(post)}`,
  title: post.title,
  text: post.text,
  text_html: withAddresses(post, renderPost(post).text),
  privacy: post.privacy,
  group: post.group && { id: post.group.id, title: post.group.title },
  followers_only: post.isForFollowers,
  time: post.createdAt.toISOString(),
  edited: post.editedAt?.toISOString() ?? '',
  agent_name: post.agentName ?? '',
  is_held: post.heldAt !== null,
  link: post.link ?? '',
  photos: post.photos.map(({ id, address, small, width, height, alt }) => ({
    photo_id: id,
    source: address,
    thumbnail: small,
    width,
    height,
    alt,
  })),
  video: post.video && {
    source: post.video.address,
    type: post.video.type,
    poster: post.video.poster ?? '',
    width: post.video.width ?? 0,
    height: post.video.height ?? 0,
    milliseconds: post.video.milliseconds ?? 0,
    alt: post.video.alt,
  },
  ...toAttachmentFields(post.attachments),
  poll: post.poll && toPollRecord(post.poll),
  preview: post.preview && toPreviewRecord(post.preview),
  parent_id: post.parentId ?? '',
  origin_id: post.quoteId ?? '',
  warning: post.warning,
  ...toPaywallFields(post),
  pinned: post.pinnedAt !== null,
  comments_disabled: post.lockedAt !== null,
  comments: post.comments,
  shares: post.shares,
  replies: post.replies,
  score: post.score,
  reactions: Object.fromEntries(reactionKinds.map((kind) => [kind, post.reactions[kind] ?? 0])),
  reactions_total_count: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
  i_save: post.isSaved,
  i_react: post.mine !== null,
  i_reaction: post.mine ?? '',
  filtered: post.filteredBy ?? '',
});

/** Provides both single fields per kind and the full list, for different clients. */
function toAttachmentFields(
  all: readonly Attachment[],
): Pick<PostRecord, 'audio' | 'voice_note' | 'file' | 'attachments'> {
  const attachments = all.map(({ kind, address, name, type, bytes, milliseconds }) => ({
    type: kind === 'voice_notes' ? ('voice_note' as const) : kind,
    source: address,
    name,
    mime_type: type,
    size: bytes,
    milliseconds: milliseconds ?? 0,
  }));
  const first = (type: string) => attachments.find((attachment) => attachment.type === type) ?? null;
  return { audio: first('audio'), voice_note: first('voice_note'), file: first('file'), attachments };
}

/** The author of a page's post is shown only to the page's team. */
function toWriter(app: App, { author, page }: Post): Pick<PostRecord, 'user_id' | 'author'> {
  if (page?.role !== null) return { user_id: author.id, author: toAuthorRecord(app, author) };
  const { title: name, picture, isVerified } = page;
  const speaker = { ...author, name, firstName: name, lastName: '', portrait: picture, isVerified };
  return {
    user_id: '',
    author: {
      ...toAuthorRecord(app, { ...speaker, id: page.id, username: page.username }),
      user_id: '',
      url: toSpeakerRecord(app, page).url,
    },
  };
}

const toPollRecord = (poll: Poll): Static<typeof PollRecord> => ({
  options: poll.options.map(({ position, text, votes }) => ({
    position,
    text,
    votes,
    i_chose: poll.mine.includes(position),
  })),
  voters: poll.voters,
  multiple: poll.isMultiple,
  changeable: poll.isChangeable,
  ends: poll.endsAt.toISOString(),
  ended: poll.hasEnded,
  shows_results: poll.showsResults,
});

const toSpeakerRecord = ({ config }: App, page: Speaker): Static<typeof SpeakerRecord> => ({
  page_id: page.id,
  page_name: page.username,
  page_title: page.title,
  page_picture: page.picture ?? '',
  page_verified: page.isVerified,
  url: `${config.plazaUrl}/pages/${page.username}`,
});

/** Apps load the pictures of a text without a session, so those that are not public have signed addresses. */
function withAddresses({ article }: Post, html: string): string {
  if (!article || article.pictures.size === 0) return html;
  return html.replaceAll(
    /\/content\/uploads\/(photos\/[\w/-]{1,90}\.webp)/g,
    (whole, path: string) => article.pictures.get(path) ?? whole,
  );
}
