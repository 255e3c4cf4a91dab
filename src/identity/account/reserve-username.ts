import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Reserves the current username of an account before it is given up. Called in the same transaction. */
export async function reserveUsername(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
): Promise<void> {
  await sql`
    insert into identity.reserved_username (username_hash, former_owner_id, released_at)
    select identity.username_hash(username), id, ${clock.now()} from identity.account where id = ${accountId}
    on conflict (username_hash) do update
      set former_owner_id = excluded.former_owner_id, released_at = excluded.released_at`.execute(db);
}
