import type { DeviceName } from '../visitor/device-name.ts';

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

export interface Parameter {
  name: string;
  value: string;
}
