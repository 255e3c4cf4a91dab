import { forHeader } from '../../forward.ts';
import type { DeviceName } from '../user-agent.ts';
import { indexLanguages } from './language.ts';

/** Delivery rules of a link as stored in `links.link.rules`. Unset rules are omitted. */
export interface LinkRules {
  places?: readonly PlaceTarget[];
  devices?: readonly DeviceTarget[];
  languages?: readonly LanguageTarget[];
  stores?: StoreTargets;
  /** Weights in percent. The remainder goes to the link's own URL. */
  variants?: readonly Variant[];
  /** Appended to the destination. */
  parameters?: readonly Parameter[];
  /** The query string of the short URL is also appended. */
  passesQuery?: true;
  hidesReferrer?: true;
  /** The destination gets the id of the click. */
  passesClickId?: true;
}

export interface PlaceTarget {
  /** ISO 3166-1 alpha-2 code in upper case. */
  country: string;
  /** English name or ISO 3166-2 code (`CA` of `US-CA`) of the region. Omitted: the whole country. */
  region?: string;
  to: string;
}

interface DeviceTarget {
  device: DeviceName;
  /** May be an app URL if the operator allows its scheme. */
  to: string;
}

export interface LanguageTarget {
  /** A language tag, such as `pt-BR`. The language alone applies to all its regions. */
  language: string;
  to: string;
}

/** Stores of an app: for phones and tablets without their own target, or with one that opens the app. */
export interface StoreTargets {
  /** Opens the app, or else the store, without a prompt. */
  isAutomatic: boolean;
  apple?: string;
  google?: string;
}

export interface Variant {
  /** Name in statistics. */
  name: string;
  weight: number;
  to: string;
}

interface Parameter {
  name: string;
  value: string;
}

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
  hidesReferrer: boolean;
  passesClickId: boolean;
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
  const { places, devices, languages, stores, variants, parameters = [] } = rules;
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
    passesQuery: rules.passesQuery ?? false,
    hidesReferrer: rules.hidesReferrer ?? false,
    passesClickId: rules.passesClickId ?? false,
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

/**
 * Appends query parameters to a URL. Existing parameters keep their order and spelling, except that those of
 * the same name are replaced. The fragment stays last. App URLs are returned unchanged.
 */
export function append(address: string, parameters: readonly Parameter[]): string {
  return appendPairs(
    address,
    parameters.map(({ name, value }) => new URLSearchParams([[name, value]]).toString()),
  );
}

/** Appends the pairs of a raw query string, except those whose name is in `except`. */
export function appendQuery(address: string, query: string, except: ReadonlySet<string>): string {
  const pairs = query.split('&').filter((pair) => pair !== '' && !except.has(nameOf(pair)));
  return appendPairs(address, pairs.map(encodeBytes));
}

function appendPairs(address: string, pairs: readonly string[]): string {
  if (pairs.length === 0 || !/^https?:/i.test(address)) return address;
  const [, path = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const replaced = new Set(pairs.map(nameOf));
  const remaining = (query ?? '').split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)));
  return `${path}?${[...remaining, ...pairs].join('&')}${fragment}`;
}

/**
 * Percent-encodes non-ASCII bytes, which Node decodes as latin1, and characters that would start a fragment.
 */
const encodeBytes = (text: string): string =>
  text.replaceAll(
    /[^!"$-~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
