import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** What became of accounts between two times. */
export interface AccountFigures {
  joined: number;
  suspended: number;
}

export async function getAccountFigures(
  { db }: Pick<App, 'db'>,
  from: Date,
  to: Date,
): Promise<AccountFigures> {
  const { rows } = await sql<AccountFigures>`
    select (select count(*) from identity.account where registered_at >= ${from} and registered_at < ${to}
        and activated_at is not null and not is_former)::integer as joined,
      (select count(*) from identity.suspension where created_at >= ${from} and created_at < ${to})::integer as suspended`.execute(
    db,
  );
  return rows[0] ?? { joined: 0, suspended: 0 };
}

/** Those who wait for an operator to let them in, at most 1,000. */
export async function countRegistrationRequests({ db }: Pick<App, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n
    from (select from identity.registration_request limit 1000) as waiting`.execute(db);
  return rows[0]?.n ?? 0;
}
