import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
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

export const stranger: Relation = {
  isMe: false,
  friendship: 'none',
  follows: false,
  followsMe: false,
  blocks: false,
  mutes: false,
};

/** How the viewer stands to each of the people named: one query. */
export async function readRelations(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Map<string, Relation>> {
  if (!viewer || ids.length === 0) return new Map(ids.map((id) => [id, stranger]));
  const me = viewer.id;
  const rows = await app.db
    .selectFrom(sql<{ id: string }>`unnest(${ids}::bigint[])`.as<'person'>(sql`person (id)`))
    .select('person.id')
    .select([
      followedBy('person.id', me).as('follows'),
      followerOf('person.id', me).as('followsMe'),
      blockedBy('person.id', me).as('blocks'),
      mutedBy('person.id', me).as('mutes'),
    ])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('social.friendship')
          .where(isPair('person.id', me))
          .select([sql<string>`asker_id::text`.as('asker_id'), 'accepted_at', 'declined_at']),
      ).as('friendship'),
    )
    .execute();
  return new Map(
    rows.map(({ id, friendship, follows, followsMe, blocks, mutes }) => [
      id,
      {
        isMe: id === me,
        friendship: friendship ? friendshipOf(friendship, me, app.clock.now()) : 'none',
        follows,
        followsMe,
        blocks,
        mutes,
      },
    ]),
  );
}

export async function readRelation(app: App, viewer: Viewer | undefined, id: string): Promise<Relation> {
  return (await readRelations(app, viewer, [id])).get(id) ?? stranger;
}

/** After a decline, its asker may ask again once this has passed. */
export const declinePause = days(30);

export function friendshipOf(
  row: { asker_id: string; accepted_at: unknown; declined_at: Date | string | null },
  me: string,
  now: Date,
): Friendship {
  if (row.accepted_at) return 'friends';
  const isMine = row.asker_id === me;
  if (row.declined_at) {
    if (!isMine) return 'refused';
    return now.getTime() - new Date(row.declined_at).getTime() < declinePause ? 'declined' : 'none';
  }
  return isMine ? 'asked' : 'asks';
}
