import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { friendshipOf, type Friendship } from './relation.ts';

/** The state between two people during a change. */
interface Pair {
  me: string;
  other: string;
  friendship: Friendship;
  /** The ID of the friendship row in any state. */
  friendshipId: string | undefined;
  declinedAt: Date | null;
}

/**
 * Runs `work` with the relationship between two people locked, in either direction. Throws if the other
 * person is the viewer or does not exist. Unless `evenBlocked`, a block throws the same error.
 */
export async function withPair(
  app: App,
  viewer: Viewer,
  personId: string,
  work: (app: App, pair: Pair) => Promise<void>,
  { evenBlocked = false } = {},
): Promise<void> {
  if (personId === viewer.id) throw invalid('id', t('You cannot do this to yourself'));
  await inTransaction(app, async (app) => {
    await lock(app, viewer.id, personId);
    if (!(await isThere(app, personId)) || (!evenBlocked && (await isBlocked(app, viewer.id, personId))))
      throw missing(t('Person'));
    const row = await findFriendship(app, viewer.id, personId);
    await work(app, {
      me: viewer.id,
      other: personId,
      friendship: row ? friendshipOf(row, viewer.id, app.clock.now()) : 'none',
      friendshipId: row?.id,
      declinedAt: row?.declined_at ?? null,
    });
  });
}

async function lock(app: App, one: string, other: string): Promise<void> {
  const key = `pair ${[one, other].sort().join(' ')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(app.db);
}

async function isThere(app: App, id: string): Promise<boolean> {
  const found = await app.db
    .selectFrom(livePeople('person'))
    .where('id', '=', id)
    // A placeholder account has no owner, so a friend request would stay pending forever.
    .where('is_former', '=', false)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

async function isBlocked(app: App, one: string, other: string): Promise<boolean> {
  const found = await app.db
    .selectFrom('social.block')
    .where((eb) =>
      eb.or([eb.and({ blocker_id: one, blocked_id: other }), eb.and({ blocker_id: other, blocked_id: one })]),
    )
    .select('created_at')
    .executeTakeFirst();
  return found !== undefined;
}

const findFriendship = (app: App, one: string, other: string) =>
  app.db
    .selectFrom('social.friendship')
    .where(sql`least(requester_id, recipient_id)`, '=', sql`least(${one}::bigint, ${other}::bigint)`)
    .where(sql`greatest(requester_id, recipient_id)`, '=', sql`greatest(${one}::bigint, ${other}::bigint)`)
    .select(['id', 'requester_id', 'accepted_at', 'declined_at'])
    .executeTakeFirst();
