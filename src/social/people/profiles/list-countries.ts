import { iso31661 } from 'iso-3166';

export interface Country {
  /** The number of ISO 3166-1, without leading zeros: it outlives names and letters. */
  id: string;
  /** Two capital letters. */
  code: string;
  name: string;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

const countries: readonly Country[] = iso31661
  .map(({ numeric, alpha2 }) => ({
    id: String(Number(numeric)),
    code: alpha2,
    name: names.of(alpha2) ?? alpha2,
  }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** All countries by their English names. */
export const listCountries = (): readonly Country[] => countries;
