import { sql } from 'kysely';
import { Reader } from 'mmdb-lib';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

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

/** The location of an IP address. Unknown fields are omitted, never blank. */
interface Place {
  /** ISO 3166-1 alpha-2 code in upper case. */
  country?: string;
  /** English name, or a code if the database has no name. */
  region?: string;
  /** ISO 3166-2 code, such as `US-CA`. */
  regionCode?: string;
  city?: string;
}

/** Never throws, even for invalid addresses. */
export type PlaceOf = (address: string) => Place;

/** Record layout of MaxMind and compatible city databases, such as DB-IP. */
interface CityRecord {
  country?: { iso_code?: string };
  subdivisions?: { iso_code?: string; names?: { en?: string } }[];
  city?: { names?: { en?: string } };
}

const noPlace: Place = {};

/**
 * Loads the city database into memory (about 60 to 130 MB per process). Without one, lookups return no
 * location and only the country is stored. Throws at startup if the file is missing or not an MMDB file.
 */
export async function openCityDatabase({ GEOIP_CITY_DB }: Pick<Config, 'GEOIP_CITY_DB'>): Promise<PlaceOf> {
  if (!GEOIP_CITY_DB) return () => noPlace;
  const reader = await getDatabase(GEOIP_CITY_DB).catch((cause: unknown) => {
    throw new Error(`GEOIP_CITY_DB=${GEOIP_CITY_DB} cannot be read as an MMDB file.`, { cause });
  });
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
    return isIP(plain) === 0 ? noPlace : toPlace(reader.get(plain));
  };
}

const getDatabase = async (file: string): Promise<Reader<never>> => new Reader<never>(await readFile(file));

function toPlace(record: CityRecord | null): Place {
  const country = record?.country?.iso_code;
  // A region without a country is ambiguous.
  if (!record || !country || !/^[A-Z]{2}$/.test(country) || country === 'ZZ') return noPlace;
  const { iso_code: code, names } = record.subdivisions?.[0] ?? {};
  const region = names?.en ?? code;
  const city = record.city?.names?.en;
  return {
    country,
    ...(region && { region }),
    ...(code && { regionCode: `${country}-${code}` }),
    ...(city && { city }),
  };
}
