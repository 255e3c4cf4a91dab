import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import type { Config } from '../../platform/settings/config.ts';

/** Where an address is, as far as the operator's data says. Nothing is left blank: what is not known is not there. */
interface Place {
  /** Two capital letters. */
  country?: string;
  /** In English, or as a code where the data has no name. */
  region?: string;
  /** By ISO 3166-2, as `US-CA`. */
  regionCode?: string;
  city?: string;
}

/** Never throws, whatever the text. */
export type PlaceOf = (address: string) => Place;

/** As databases of cities have it that follow MaxMind's layout, DB-IP's among them. */
interface CityRecord {
  country?: { iso_code?: string };
  subdivisions?: { iso_code?: string; names?: { en?: string } }[];
  city?: { names?: { en?: string } };
}

const nowhere: Place = {};

/**
 * Reads the whole database into memory (some 60 to 130 MB, in every process), or none: then places are countries. A
 * file that is not there or no MMDB is refused at start.
 */
export async function openPlaces({ GEOIP_CITY_DB }: Pick<Config, 'GEOIP_CITY_DB'>): Promise<PlaceOf> {
  if (!GEOIP_CITY_DB) return () => nowhere;
  const reader = await readDatabase(GEOIP_CITY_DB).catch((cause: unknown) => {
    throw new Error(`GEOIP_CITY_DB=${GEOIP_CITY_DB} cannot be read as an MMDB file.`, { cause });
  });
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
    return isIP(plain) === 0 ? nowhere : toPlace(reader.get(plain));
  };
}

const readDatabase = async (file: string): Promise<Reader<never>> => new Reader<never>(await readFile(file));

function toPlace(record: CityRecord | null): Place {
  const country = record?.country?.iso_code;
  // Without its country a region could be anywhere.
  if (!record || !country || !/^[A-Z]{2}$/.test(country) || country === 'ZZ') return nowhere;
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
