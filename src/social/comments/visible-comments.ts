import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from '../people/between.ts';

/**
 * SQL: whether a comment on a visible post is visible to the viewer. Applies the rules of `visiblePosts` to
 * the author of the comment. `comment` is the table alias.
 */
export function isVisibleComment(comment: string, viewer: Viewer | undefined): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${comment}.${name}`);
  return sql`(${column('deleted_at')} is null and ${isFor(comment, viewer)} and exists (
    select from ${livePeople('voice')} where voice.id = ${column('author_id')}))`;
}

function isFor(comment: string, viewer: Viewer | undefined): RawBuilder<SqlBool> {
  const heldAt = sql.ref(`${comment}.held_at`);
  if (!viewer) return sql`${heldAt} is null`;
  const own = sql`${sql.ref(`${comment}.author_id`)} = ${viewer.id}`;
  const shared = sql`${heldAt} is null and not ${blockedBetween(`${comment}.author_id`, viewer.id)}`;
  return may(viewer, 'moderate')
    ? sql`(${own} or ${heldAt} is not null or (${shared}))`
    : sql`(${own} or (${shared}))`;
}

/**
 * SQL: whether a comment appears in the viewer's list: it or one of its replies is visible to them. A comment
 * that is not visible becomes a gap, so that its replies stay.
 */
export const isListedComment = (comment: string, viewer: Viewer | undefined): RawBuilder<SqlBool> => {
  const id = sql.ref(`${comment}.id`);
  return sql`(${isVisibleComment(comment, viewer)} or exists (
    select from social.comment as below where below.root_id = ${id} and ${isVisibleComment('below', viewer)})
    or exists (
    select from social.comment as below where below.branch_id = ${id} and ${isVisibleComment('below', viewer)}))`;
};
