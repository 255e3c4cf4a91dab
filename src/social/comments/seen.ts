import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from '../people/between.ts';

/**
 * Whether the viewer may read a comment, below a post that they may see: the rules of `visiblePosts` for its author
 * below it. `comment` is the table's alias.
 */
export function isSeen(comment: string, viewer: Viewer | undefined): RawBuilder<SqlBool> {
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
 * Whether a comment has a place in the viewer's list: they may read it, or one of its replies. What cannot
 * be read is then a gap, so that nobody's words go with another's.
 */
export const hasPlace = (comment: string, viewer: Viewer | undefined): RawBuilder<SqlBool> => {
  const id = sql.ref(`${comment}.id`);
  return sql`(${isSeen(comment, viewer)} or exists (
    select from social.comment as below where below.root_id = ${id} and ${isSeen('below', viewer)})
    or exists (
    select from social.comment as below where below.branch_id = ${id} and ${isSeen('below', viewer)}))`;
};
