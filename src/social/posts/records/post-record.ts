import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { PreviewRecord, toPreviewRecord } from '../../previews/records/preview-record.ts';
import { AuthorRecord, toAuthorRecord } from '../../people/records/user-record.ts';
import type { Poll } from '../polls/poll.ts';
import { reactionKinds } from '../../tallies/reaction-kinds.ts';
import { pathOf } from '../sharing/path-of.ts';
import { PaywallFields, toPaywallFields } from './paywall-fields.ts';
import { postKinds, type Attachment, type Post, type Speaker } from '../post.ts';
import { renderPost } from '../text/render-post.ts';

const PhotoRecord = Type.Object({
  photo_id: Type.String(),
  source: Type.String({ description: 'Absolute address of the picture' }),
  thumbnail: Type.String({ description: 'Absolute address of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
});

const VideoRecord = Type.Object({
  source: Type.String({ description: 'Absolute URL of the video' }),
  type: Type.String(),
  poster: Type.String({ description: 'Absolute address of a picture; may be empty' }),
  width: Type.Integer({ description: '0: not known' }),
  height: Type.Integer(),
  milliseconds: Type.Integer(),
  alt: Type.String(),
});

const AttachmentRecord = Type.Object({
  type: Type.Enum(['audio', 'voice_note', 'file']),
  source: Type.String({ description: 'Absolute address; a file is served as a download' }),
  name: Type.String({ description: 'What its author calls it; may be empty' }),
  mime_type: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  milliseconds: Type.Integer({ description: '0: not known' }),
});

const PollRecord = Type.Object({
  options: Type.Array(
    Type.Object({
      position: Type.Integer({ description: 'From 1 on' }),
      text: Type.String(),
      votes: Type.Integer({ description: '0 while the results are not shown' }),
      i_chose: Type.Boolean(),
    }),
  ),
  voters: Type.Integer(),
  multiple: Type.Boolean(),
  changeable: Type.Boolean({ description: 'Whether a vote may be changed until the end' }),
  ends: Type.String({ description: 'ISO 8601' }),
  ended: Type.Boolean(),
  shows_results: Type.Boolean({ description: 'To those who have voted, and to all once it has ended' }),
});

const SpeakerRecord = Type.Object({
  page_id: Type.String(),
  page_name: Type.String(),
  page_title: Type.String(),
  page_picture: Type.String({ description: 'Absolute address; empty: none' }),
  page_verified: Type.Boolean(),
  url: Type.String(),
});

const fields = {
  id: Type.String(),
  post_id: Type.String({ description: 'The same as `id`' }),
  user_id: Type.String({ description: 'Empty where a page speaks, but for its team' }),
  author: AuthorRecord,
  post_type: Type.Enum([...postKinds]),
  page: Type.Union([SpeakerRecord, Type.Null()], { description: 'The page in whose name it was written' }),
  url: Type.String({ description: 'The post’s own page' }),
  title: Type.String({ description: 'Of articles, threads and questions; otherwise empty' }),
  text: Type.String({ description: 'As it was written' }),
  text_html: Type.String({ description: 'Safe markup with links' }),
  privacy: Type.Union([Type.Literal('public'), Type.Literal('friends'), Type.Literal('me')]),
  time: Type.String({ description: 'ISO 8601' }),
  edited: Type.String({ description: 'ISO 8601; empty: never' }),
  agent_name: Type.String({ description: 'The agent by which its author published it; empty: none' }),
  is_held: Type.Boolean({ description: 'Waits for a moderator; others do not see it yet' }),
  link: Type.String({ description: 'The first address in the text; may be empty' }),
  photos: Type.Array(PhotoRecord),
  video: Type.Union([VideoRecord, Type.Null()]),
  audio: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first of its audio files' }),
  voice_note: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first of its voice notes' }),
  file: Type.Union([AttachmentRecord, Type.Null()], { description: 'The first of its other files' }),
  attachments: Type.Array(AttachmentRecord, { description: 'All audio files, voice notes and other files' }),
  poll: Type.Union([PollRecord, Type.Null()]),
  preview: Type.Union([PreviewRecord, Type.Null()], { description: 'What its link leads to' }),
  parent_id: Type.String({
    description: 'The thread of a reply, the question of an answer; otherwise empty',
  }),
  origin_id: Type.String({ description: 'The post that it shares or quotes; otherwise empty' }),
  warning: Type.String({ description: 'What to know before reading; may be empty' }),
  ...PaywallFields,
  pinned: Type.Boolean(),
  comments_disabled: Type.Boolean({ description: 'Closed to new comments or replies' }),
  comments: Type.Integer({ description: 'How many' }),
  shares: Type.Integer(),
  replies: Type.Integer({ description: 'Replies of a thread, answers of a question' }),
  score: Type.Integer({ description: 'Votes for it less votes against it' }),
  reactions: Type.Object(Object.fromEntries(reactionKinds.map((kind) => [kind, Type.Integer()]))),
  reactions_total_count: Type.Integer(),
  i_save: Type.Boolean({ description: 'Whether the one who asks keeps it among what they saved' }),
  i_react: Type.Boolean(),
  i_reaction: Type.String({ description: 'Empty when none' }),
};

/** A post as the one who asks sees it. */
export const PostRecord = Type.Object({
  ...fields,
  origin: Type.Union([Type.Object(fields), Type.Null()], {
    description: 'The post that it shares, where the one who asks may see it',
  }),
});
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
  text_html: renderPost(post).text,
  privacy: post.privacy,
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
});

/** Clients read one of a kind, or all of them. */
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
