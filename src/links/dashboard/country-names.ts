import { iso31661 } from 'iso-3166';
import { countryTitle } from '../redirect/targeting/country-name.ts';

/** All countries by name, to choose from. */
export const countryNames: readonly string[] = iso31661
  .map(({ alpha2 }) => countryTitle(alpha2))
  .sort((one, other) => one.localeCompare(other, 'en'));
