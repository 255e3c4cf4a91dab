import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import { AuthorRecord, toAuthorRecord } from '../people/user-record.ts';
import { renderText } from '../posts/text/render-text.ts';
import type { Comment } from './comment.ts';

const Id = Type.String({ pattern: '^[0-9]{1,18}$', description: 'Digits' });
const Text = Type.String({ maxLength: 20_000 });

export const CommentId = Type.Object({ id: Id });
export const NewComment = Type.Object({ post_id: Id, text: Text });
export const CommentChange = Type.Object({ text: Text });
export const CommentQuery = Type.Object({
  post_id: Id,
  before: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,18}$', description: 'Read those older than this comment' }),
  ),
});

export const CommentRecord = Type.Object({
  comment_id: Type.String(),
  post_id: Type.String(),
  user_id: Type.String(),
  author: AuthorRecord,
  text: Type.String({ description: 'As it was written' }),
  text_html: Type.String({ description: 'Safe markup with links' }),
  time: Type.String({ description: 'ISO 8601' }),
  edited: Type.String({ description: 'ISO 8601; empty: never' }),
  is_held: Type.Boolean({ description: 'Waits for a moderator; others do not see it yet' }),
});

export const toCommentRecord = (app: App, comment: Comment): Static<typeof CommentRecord> => ({
  comment_id: comment.id,
  post_id: comment.postId,
  user_id: comment.author.id,
  author: toAuthorRecord(app, comment.author),
  text: comment.text,
  text_html: renderText(comment.text, comment.mentions).text,
  time: comment.createdAt.toISOString(),
  edited: comment.editedAt?.toISOString() ?? '',
  is_held: comment.heldAt !== null,
});
