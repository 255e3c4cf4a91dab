import type { DeviceName } from '../visitor/device-name.ts';

/** What a link's owner has said of where it leads, as it is kept in `links.link.rules`. What is not said is not there. */
export interface LinkRules {
  places?: readonly PlaceTarget[];
  devices?: readonly DeviceTarget[];
  languages?: readonly LanguageTarget[];
  stores?: StoreTargets;
  /** In shares of a hundred; what is left over leads to the link's own address. */
  variants?: readonly Variant[];
  /** Added to the address that somebody is sent to. */
  parameters?: readonly Parameter[];
  /** The query of the short address is added too. */
  passesQuery?: true;
}

export interface PlaceTarget {
  /** Two capital letters. */
  country: string;
  /** Of the country, in English or by its code in ISO 3166-2 (`CA` of `US-CA`). Omitted: all of it. */
  region?: string;
  to: string;
}

interface DeviceTarget {
  device: DeviceName;
  /** May be the address of an app, where the operator allows its scheme. */
  to: string;
}

export interface LanguageTarget {
  /** ISO 639-1. */
  language: string;
  to: string;
}

/** Where an app is to be had: for phones and tablets whose owner has no address for them, or has one of the app's own. */
export interface StoreTargets {
  /** Opens the app, or else the store, without being asked to. */
  isAutomatic: boolean;
  apple?: string;
  google?: string;
}

export interface Variant {
  /** In statistics. */
  name: string;
  weight: number;
  to: string;
}

export interface Parameter {
  name: string;
  value: string;
}
