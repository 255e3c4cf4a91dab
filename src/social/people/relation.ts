import { sql, type RawBuilder } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBy, followedBy, followerOf, isPair, mutedBy } from './between.ts';

/** How two people stand as friends, seen from one of them. */
export type Friendship =
  | 'none'
  | 'friends'
  /** The viewer has asked and waits. */
  | 'asked'
  /** The viewer has been asked. */
  | 'asks'
  /** The viewer asked and was declined. */
  | 'declined'
  /** The viewer was asked and declined. */
  | 'refused';

/** How a viewer stands to somebody. */
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

/** SQL: how the viewer stands to the person whose id is in `column`, as JSON for `toRelation`; nothing for strangers. */
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

export async function readRelation(app: App, viewer: Viewer | undefined, id: string): Promise<Relation> {
  if (!viewer) return stranger;
  const row = await app.db
    .selectFrom(sql<{ id: string }>`(select ${id}::bigint as id)`.as('person'))
    .select(relationWith('person.id', viewer).as('relation'))
    .executeTakeFirst();
  return toRelation(app, viewer, id, row?.relation ?? null);
}

/** After a decline, its asker may ask again once this has passed. */
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
