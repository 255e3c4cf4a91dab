import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records/user-record.ts';
import { renderText } from '../text/render-text.ts';
import { reactionKinds } from '../tallies/reaction-kinds.ts';
import { isGap, levelOf, type Entry } from './comment.ts';
import { commentOrders } from './get-comments.ts';

const Text = Type.String({ maxLength: 20_000 });

export const CommentId = ById;
export const NewComment = Type.Object(
  {
    post_id: Id,
    text: Text,
    parent_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{0,18}$', description: 'The comment to reply to; empty for none' }),
    ),
  },
  { title: 'NewComment' },
);
export const CommentChange = Type.Object({ text: Text });
export const CommentQuery = Type.Object({
  post_id: Id,
  order: Type.Optional(Type.Enum([...commentOrders], { description: 'Defaults to oldest' })),
  after: Type.Optional({ ...Id, description: 'The next_cursor of the previous page' }),
});
export const RepliesQuery = Type.Object({
  comment_id: Id,
  after: Type.Optional({ ...Id, description: 'The next_cursor of the previous page' }),
});

export const CommentRecord = Type.Object({
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
});
export type CommentRecord = Static<typeof CommentRecord>;

export function toCommentRecord(app: App, entry: Entry): CommentRecord {
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
    text_html: renderText(entry.text, entry.mentions).text,
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
} satisfies Partial<CommentRecord>;
