import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { renderedLight } from '../text/rendered.ts';
import { reactionKinds } from '../tallies/reaction-kinds.ts';
import { addComment, deleteComment, editComment, restoreComment } from './comments.ts';
import { commentOrders, getComment, getComments, getCommentThread } from './reading.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { type CommentEntry, isGap, levelOf } from './comment.ts';

const Text = Type.String({ maxLength: 20_000 });

const CommentId = ById;
const NewComment = Type.Object(
  {
    post_id: Id,
    text: Text,
    parent_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{0,18}$', description: 'The comment to reply to; empty for none' }),
    ),
  },
  { title: 'NewComment' },
);
const CommentChange = Type.Object({ text: Text });
const CommentQuery = Type.Object({
  post_id: Id,
  order: Type.Optional(Type.Enum([...commentOrders], { description: 'Defaults to oldest' })),
  after: Type.Optional({ ...Id, description: 'The next_cursor of the previous page' }),
});
const RepliesQuery = Type.Object({
  comment_id: Id,
  after: Type.Optional({ ...Id, description: 'The next_cursor of the previous page' }),
});

const CommentRecord = Type.Object({
  id: Type.String(),
  comment_id: Type.String({ description: 'The same as `id`' }),
  post_id: Type.String({ description: 'Empty if you cannot read the comment' }),
  user_id: Type.String(),
  author: Type.Union([AuthorRecord, Type.Null()], { description: 'null if you cannot read the comment' }),
  text: Type.String({ description: 'Source text' }),
  text_html: Type.String({ description: 'Sanitized HTML with links' }),
  url: Type.String(),
  time: Type.String({ description: 'ISO 8601' }),
  edited: Type.String({ description: 'ISO 8601; empty if never edited' }),
  agent_name: Type.String({ description: 'The agent that posted on behalf of the author; empty for none' }),
  is_held: Type.Boolean({ description: 'Held for review; not visible to others yet' }),
  state: Type.Enum(['shown', 'deleted', 'hidden'], {
    description: 'Whether this is a placeholder for a comment you cannot read but that has replies',
  }),
  level: Type.Integer({
    description: '0: top-level; 1: reply to a top-level comment; 2: reply to a comment of level 1 or 2',
  }),
  root_id: Type.String({ description: 'Its top-level comment; empty if it is one' }),
  parent_id: Type.String({ description: 'The comment it replies to; empty for a top-level comment' }),
  replies: Type.Integer({ description: 'The number of its replies' }),
  reactions: Type.Record(Type.String(), Type.Integer()),
  reactions_total_count: Type.Integer(),
  i_react: Type.Boolean(),
  i_reaction: Type.String({ description: 'Empty if none' }),
  is_muted: Type.Boolean({ description: 'Whether you have muted the author' }),
  filtered: Type.String({ description: 'Your keyword filter that it matches; empty if none' }),
});
type CommentRecord = Static<typeof CommentRecord>;

function toCommentRecord(app: App, entry: CommentEntry): CommentRecord {
  const url = `${app.config.plazaUrl}/comments/${entry.id}`;
  const place = {
    id: entry.id,
    comment_id: entry.id,
    url,
    level: levelOf(entry),
    root_id: entry.rootId ?? '',
  };
  if (isGap(entry)) return { ...nothing, ...place, replies: entry.replies, state: entry.why };
  return {
    ...place,
    post_id: entry.postId,
    user_id: entry.author.id,
    author: toAuthorRecord(app, entry.author),
    text: entry.text,
    text_html: renderedLight(entry.text, entry.mentions).text,
    time: entry.createdAt.toISOString(),
    edited: entry.editedAt?.toISOString() ?? '',
    agent_name: entry.agentName ?? '',
    is_held: entry.heldAt !== null,
    state: 'shown',
    parent_id: entry.parentId ?? '',
    replies: entry.replies,
    reactions: Object.fromEntries(reactionKinds.map((kind) => [kind, entry.reactions[kind] ?? 0])),
    reactions_total_count: Object.values(entry.reactions).reduce((sum, n) => sum + n, 0),
    i_react: entry.mine !== null,
    i_reaction: entry.mine ?? '',
    is_muted: entry.isMuted,
    filtered: entry.filteredBy ?? '',
  };
}

/** Field values of a comment the viewer cannot read. */
const nothing = {
  post_id: '',
  user_id: '',
  author: null,
  text: '',
  text_html: '',
  time: '',
  edited: '',
  agent_name: '',
  is_held: false,
  parent_id: '',
  reactions: Object.fromEntries(reactionKinds.map((kind) => [kind, 0])),
  reactions_total_count: 0,
  i_react: false,
  i_reaction: '',
  is_muted: false,
  filtered: '',
} satisfies Partial<CommentRecord>;

const addition = 'Extension.';
const member = operations('Posts', 'member');

export const commentRoutes = [
  member.get({
    path: '/apis/php/posts/comments',
    summary: 'List comments on a post',
    description: `${addition} Each comment of level 0 is followed by its first replies. Pages count only comments of level 0.`,
    query: CommentQuery,
    returns: PageEnvelope(Type.Array(CommentRecord)),
    handle: async ({ app, viewer, query }) => {
      await getPostHeader(app, viewer, query.post_id);
      const page = await getComments(app, viewer, query.post_id, query);
      const entries = page.items.flatMap(({ top, replies }) => [top, ...replies]);
      return { data: entries.map((each) => toCommentRecord(app, each)), ...nextPlace(page.next) };
    },
  }),
  member.get({
    path: '/apis/php/comments/replies',
    summary: 'List replies to a comment',
    description: `${addition} Returns the thread from the comment on. Each reply is followed by the replies to it.`,
    query: RepliesQuery,
    returns: PageEnvelope(Type.Array(CommentRecord)),
    handle: async ({ app, viewer, query }) => {
      const { replies, hasMore } = await getCommentThread(app, viewer, query.comment_id, {
        after: query.after,
        before: 0,
      });
      return {
        data: replies.map((each) => toCommentRecord(app, each)),
        ...nextPlace(hasMore ? replies.at(-1)?.id : undefined),
      };
    },
  }),
  member.get({
    path: '/apis/php/comments/{id}',
    summary: 'Get a comment',
    description: addition,
    params: CommentId,
    returns: Envelope(CommentRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toCommentRecord(app, await getComment(app, viewer, params.id)),
    }),
  }),
  member.post({
    path: '/apis/php/comments/restore',
    verb: restoreComment,
    summary: 'Restore a deleted comment',
    description: `${addition} Only the person who deleted it can restore it, within an hour.`,
    body: CommentId,
    returns: Envelope(CommentRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await restoreComment(app, viewer, body.id);
      return { message: 'Restored', data: toCommentRecord(app, await getComment(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/comment',
    summary: 'Comment on a post or reply to a comment',
    description: addition,
    verb: addComment,
    body: NewComment,
    returns: Envelope(CommentRecord),
    example: { post_id: '12', text: 'Well said' },
    handle: async ({ app, viewer, body }) => {
      const id = await addComment(
        app,
        viewer,
        body.post_id,
        body.text,
        body.parent_id === '' ? undefined : body.parent_id,
      );
      return { message: 'Commented', data: toCommentRecord(app, await getComment(app, viewer, id)) };
    },
  }),
  member.put({
    path: '/apis/php/posts/comment/{id}',
    summary: 'Edit a comment',
    description: `${addition} Only the author can edit it.`,
    verb: editComment,
    params: CommentId,
    body: CommentChange,
    returns: Envelope(CommentRecord),
    example: { text: 'Better said' },
    handle: async ({ app, viewer, params, body }) => {
      await editComment(app, viewer, params.id, body.text);
      return { message: 'Changed', data: toCommentRecord(app, await getComment(app, viewer, params.id)) };
    },
  }),
  member.delete({
    verb: deleteComment,
    path: '/apis/php/posts/comment/{id}',
    summary: 'Delete a comment',
    description: `${addition} Allowed for the author, the author of the post and moderators. Replies are not deleted.`,
    params: CommentId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteComment(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
];
