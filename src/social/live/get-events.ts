import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { LiveEvent } from './event.ts';

const placedAtOnce = 2000;

/**
 * Assigns positions to committed events, in one process at a time. Unlike row ids, which are taken before the
 * commit, positions become visible in order.
 */
export async function placeEvents(app: App): Promise<void> {
  while (await hasUnplaced(app)) await inTransaction(app, placeSome);
}

async function hasUnplaced({ db }: App): Promise<boolean> {
  const unplaced = await db
    .selectFrom('social.live_event')
    .where('position', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return unplaced !== undefined;
}

async function placeSome({ db }: App): Promise<void> {
  const { placed_to } = await db
    .selectFrom('social.live_window')
    .select('placed_to')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await sql`
    with unplaced as materialized (
      select id from social.live_event where position is null order by id limit ${placedAtOnce}
    ), placed as (
      update social.live_event as event set position = ${placed_to}::bigint + numbered.n
      from (select id, row_number() over (order by id) as n from unplaced) as numbered
      where event.id = numbered.id returning 1
    )
    update social.live_window set placed_to = ${placed_to}::bigint + (select count(*) from placed)`.execute(
    db,
  );
}

interface Window {
  placedTo: number;
  deletedTo: number;
}

export async function getWindow({ db }: Pick<App, 'db'>): Promise<Window> {
  const row = await db
    .selectFrom('social.live_window')
    .select(['placed_to', 'deleted_to'])
    .executeTakeFirstOrThrow();
  return { placedTo: Number(row.placed_to), deletedTo: Number(row.deleted_to) };
}

/** Returns the events of these people between two positions, in order. */
export async function getEvents(
  { db }: Pick<App, 'db'>,
  wanted: { accountIds: readonly string[]; after: number; upTo: number; max: number },
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('social.live_event')
    .where('position', '>', String(wanted.after))
    .where('position', '<=', String(wanted.upTo))
    .where('account_id', '=', sql<string>`any(${wanted.accountIds}::bigint[])`)
    .orderBy('position')
    .limit(wanted.max)
    .select(['account_id', 'name', 'data', 'position'])
    .execute();
  return rows.map(({ account_id, name, data, position }) => ({
    position: Number(position),
    accountId: account_id,
    name,
    data: data as Json,
  }));
}
