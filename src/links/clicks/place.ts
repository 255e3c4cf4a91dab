import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import type { Config } from '../../platform/settings/config.ts';

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
