import { append } from '../append.ts';
import { forHeader } from '../for-header.ts';
import { indexLanguages } from './language.ts';
import type { LinkRules, Parameter, StoreTargets } from './rules.ts';

/** A link's rules prepared for evaluation: lookups by map, and URLs with their parameters appended. */
export interface Targets {
  /** Keys such as `CA` and `CA ontario`. */
  places: ReadonlyMap<string, string> | undefined;
  devices: ReadonlyMap<string, string> | undefined;
  languages: ReadonlyMap<string, string> | undefined;
  stores: StoreTargets | undefined;
  variants: readonly Share[] | undefined;
  parameters: readonly Parameter[];
  passesQuery: boolean;
}

/** A variant for draws below `upTo` (of 100) that no earlier variant covers. */
interface Share {
  name: string;
  upTo: number;
  to: string;
}

/** Name of the link's own URL among its variants. */
export const mainVariant = 'Main';

export function indexTargets(rules: LinkRules): Targets {
  const { places, devices, languages, stores, variants, parameters = [], passesQuery = false } = rules;
  const ready = (to: string) => forHeader(append(to, parameters));
  return {
    places:
      places && new Map(places.map((place) => [placeKey(place.country, place.region), ready(place.to)])),
    devices: devices && new Map(devices.map(({ device, to }) => [device, ready(to)])),
    languages:
      languages && indexLanguages(languages.map(({ language, to }) => ({ language, to: ready(to) }))),
    stores: stores && readyStores(stores, ready),
    variants: variants && toShares(variants, ready),
    parameters,
    passesQuery,
  };
}

export const placeKey = (country: string, region?: string): string =>
  region === undefined ? country : `${country} ${region.toLowerCase()}`;

const readyStores = (
  { isAutomatic, apple, google }: StoreTargets,
  ready: (to: string) => string,
): StoreTargets => ({
  isAutomatic,
  ...(apple !== undefined && { apple: ready(apple) }),
  ...(google !== undefined && { google: ready(google) }),
});

function toShares(variants: NonNullable<LinkRules['variants']>, ready: (to: string) => string): Share[] {
  let upTo = 0;
  return variants.map(({ name, weight, to }) => ({ name, upTo: (upTo += weight), to: ready(to) }));
}
