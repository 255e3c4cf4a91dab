import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import type { Config } from '../../../platform/settings/config.ts';

/**
 * Returns the upper-case country code of an IP address, or '' if unknown. Never throws, even for invalid
 * addresses.
 */
export type CountryOf = (address: string) => string;

/** The two record layouts of free country databases. */
interface CountryRecord {
  country_code?: string;
  country?: { iso_code?: string };
}

const shipped = () =>
  createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );

/**
 * Loads the whole database (about 8 MB) into memory. Throws at startup if the file is missing or not an MMDB
 * file.
 */
export async function openCountries({ GEOIP_DB }: Pick<Config, 'GEOIP_DB'>): Promise<CountryOf> {
  const file = GEOIP_DB || shipped();
  const reader = await getDatabase(file).catch((cause: unknown) => {
    throw new Error(`GEOIP_DB=${file} cannot be read as an MMDB file.`, { cause });
  });
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
    if (isIP(plain) === 0) return '';
    const record = reader.get(plain) as CountryRecord | null;
    const code = record?.country_code ?? record?.country?.iso_code ?? '';
    return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
  };
}

async function getDatabase(file: string): Promise<Reader<never>> {
  return new Reader<never>(await readFile(file));
}
