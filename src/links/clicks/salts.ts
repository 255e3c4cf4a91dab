import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** Salts that make visitor hashes anonymous after a day. */
interface Salts {
  /** Returns the salt of the UTC day of `now`, in milliseconds. */
  at(now: number): Buffer;
  /**
   * Loads the salts of today and tomorrow, so that midnight does not depend on the database. Returns whether
   * this process generated the newest salt, which happens once a day in one process.
   */
  prepare(): Promise<boolean>;
}

/**
 * Salts are shared through the database, so that all processes recognize returning visitors. While the
 * database is down, each process uses its own salt, and a visitor may be counted once per process.
 */
export function createSalts(app: Pick<App, 'db' | 'clock'>): Salts {
  const own = randomBytes(32);
  let shared = new Map<number, Buffer>();
  return {
    at: (now) => shared.get(dayOf(now)) ?? own,
    prepare: async () => {
      const today = dayOf(app.clock.now().getTime());
      if (shared.has(today) && shared.has(today + 1)) return false;
      const isNew = await drawSalts(app, today);
      shared = await getSalts(app, today);
      return isNew;
    },
  };
}

/** Days since the Unix epoch. */
const dayOf = (at: number) => Math.floor(at / days(1));
const epoch = sql`date '1970-01-01'`;

async function drawSalts({ db }: Pick<App, 'db'>, today: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into links.visitor_salt (day, salt)
    values (${epoch} + ${today}::integer, ${randomBytes(32)}), (${epoch} + ${today + 1}::integer, ${randomBytes(32)})
    on conflict do nothing`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

async function getSalts({ db }: Pick<App, 'db'>, today: number): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ day: number; salt: Buffer }>`
    select day - ${epoch} as day, salt from links.visitor_salt where day >= ${epoch} + ${today}::integer`.execute(
    db,
  );
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}
