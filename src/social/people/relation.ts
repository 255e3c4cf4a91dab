import { sql, type RawBuilder } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBy, followedBy, followerOf, isPair, mutedBy } from './between.ts';

/** The state of a friendship from the viewer's side. */
export type Friendship =
  | 'none'
  | 'friends'
  /** The viewer sent a request. */
  | 'asked'
  /** The viewer received a request. */
  | 'asks'
  /** The viewer's request was declined. */
  | 'declined'
  /** The viewer declined a request. */
  | 'refused';

/** The viewer's relationship to a person. */
export interface Relation {
  isMe: boolean;
  friendship: Friendship;
  follows: boolean;
  followsMe: boolean;
  blocks: boolean;
  mutes: boolean;
}

const stranger: Relation = {
  isMe: false,
  friendship: 'none',
  follows: false,
  followsMe: false,
  blocks: false,
  mutes: false,
};

interface RelationRow {
  follows: boolean;
  followsMe: boolean;
  blocks: boolean;
  mutes: boolean;
  friendship: Parameters<typeof friendshipOf>[0] | null;
}

/**
 * SQL: the viewer's relationship to the person whose id is in `column`, as JSON for `toRelation`. Null for
 * signed-out visitors.
 */
export const relationWith = (column: string, viewer: Viewer | undefined): RawBuilder<RelationRow | null> =>
  viewer
    ? sql`json_build_object(
        'follows', ${followedBy(column, viewer.id)}, 'followsMe', ${followerOf(column, viewer.id)},
        'blocks', ${blockedBy(column, viewer.id)}, 'mutes', ${mutedBy(column, viewer.id)},
        'friendship', (select json_build_object(
          'requester_id', requester_id::text, 'accepted_at', accepted_at, 'declined_at', declined_at
        ) from social.friendship where ${isPair(column, viewer.id)}))`
    : sql`null::json`;

export function toRelation(
  app: Pick<App, 'clock'>,
  viewer: Viewer | undefined,
  id: string,
  row: RelationRow | null,
): Relation {
  if (!viewer || !row) return stranger;
  const { friendship, ...rest } = row;
  return {
    ...rest,
    isMe: id === viewer.id,
    friendship: friendship ? friendshipOf(friendship, viewer.id, app.clock.now()) : 'none',
  };
}

export async function getRelation(app: App, viewer: Viewer | undefined, id: string): Promise<Relation> {
  if (!viewer) return stranger;
  const row = await app.db
    .selectFrom(sql<{ id: string }>`(select ${id}::bigint as id)`.as('person'))
    .select(relationWith('person.id', viewer).as('relation'))
    .executeTakeFirst();
  return toRelation(app, viewer, id, row?.relation ?? null);
}

/** How long after a declined request the same person may ask again. */
export const declinePause = days(30);

export function friendshipOf(
  row: { requester_id: string; accepted_at: unknown; declined_at: Date | string | null },
  me: string,
  now: Date,
): Friendship {
  if (row.accepted_at) return 'friends';
  const isMine = row.requester_id === me;
  if (row.declined_at) {
    if (!isMine) return 'refused';
    return now.getTime() - new Date(row.declined_at).getTime() < declinePause ? 'declined' : 'none';
  }
  return isMine ? 'asked' : 'asks';
}
