import type { Static, TObject, TSchema } from 'typebox';
import type { App } from '../platform/app.ts';
import type { Config } from '../platform/settings/config.ts';

/**
 * A paid operation, declared once for validation, quotes, OpenAPI, the manifest and the catalogs. Served at
 * `path` by GET with query parameters, and by POST with a JSON body.
 */
export interface PaidOperation {
  /** `/api/trending`. */
  path: string;
  /** The name in the ledger of operations whose paths are many. */
  ledgerName?: string;
  /** A short heading: `Trending`. */
  title: string;
  /** An imperative sentence without a period. */
  summary: string;
  description?: string;
  tag: string;
  price: Price;
  /**
   * Every property is optional or has a default, unless there is a `fallback`: without input, the call runs on
   * it or returns the newest item.
   */
  input: TObject;
  /** The whole input of a call without input. It is never mixed with given input. */
  fallback?: Record<string, unknown>;
  output: TSchema;
  example: { input: Record<string, unknown>; output: unknown };
  /**
   * For prices by item: the maximum number of items that the call returns for this input. `limit` is lowered
   * to what was paid.
   */
  items?: (app: App, input: never) => Promise<number> | number;
  /** For prices by sum: the sum in this input. Throws a `Problem` if there is none. */
  sum?: (app: App, input: never) => Amount;
  /**
   * Throws a `Problem` for input of the right shape that would be refused. Called before a price is quoted, so
   * it is as cheap as a quote.
   */
  check?: (app: App, input: never) => unknown;
  /** @param payer whose turn it is where calls queue */
  answer: (app: App, input: never, payer: string) => Promise<unknown>;
  /** The account whose wallet is credited with the payment. Such a call cannot be paid from a wallet. */
  credits?: (app: App, input: never) => Promise<string>;
  /** Usernames of the authors of the response's content, once per item. They see their sales. */
  authors?: (output: never) => readonly string[];
  /** Renders the response as Markdown, for buyers that request it with `Accept`. */
  markdown?: (app: App, output: never) => string;
  /** The response of its own type, where it is not JSON. */
  raw?: (output: never) => { type: string; body: string };
}

/**
 * Operations of one kind whose addresses differ only in the last part, each loaded on first use. They are
 * listed in a separate catalog, with prices and parameters.
 */
export interface PaidGroup {
  /** The address of the catalog, with the operations below it: `/api/toolkit`. */
  path: string;
  title: string;
  summary: string;
  tag: string;
  price: Price;
  /** The last part of the address: `slug`. */
  parameter: { name: string; description: string; example: string };
  names: () => Promise<readonly string[]>;
  find: (name: string) => Promise<PaidOperation | undefined>;
}

interface Declaration<I extends TObject, O extends TSchema> extends Omit<
  PaidOperation,
  | 'input'
  | 'output'
  | 'example'
  | 'fallback'
  | 'items'
  | 'sum'
  | 'check'
  | 'answer'
  | 'credits'
  | 'authors'
  | 'markdown'
  | 'raw'
> {
  input: I;
  output: O;
  fallback?: Static<I>;
  example: { input: Partial<Static<I>>; output: Static<O> };
  items?: (app: App, input: Static<I>) => Promise<number> | number;
  sum?: (app: App, input: Static<I>) => Amount;
  check?: (app: App, input: Static<I>) => unknown;
  answer: (app: App, input: Static<I>, payer: string) => Promise<Static<O>>;
  credits?: (app: App, input: Static<I>) => Promise<string>;
  authors?: (output: Static<O>) => readonly string[];
  markdown?: (app: App, output: Static<O>) => string;
  raw?: (output: Static<O>) => { type: string; body: string };
}

/** Declares an operation. Nothing is compiled or checked before its first use. */
export const paidOperation = <I extends TObject, O extends TSchema>(
  declared: Declaration<I, O>,
): PaidOperation => declared;

/** USDC in atomic units: millionths of a dollar. */
export type Amount = bigint;

type PriceSetting = Extract<keyof Config, `X402_PRICE${string}` | 'TOP_UP_MIN' | 'TOP_UP_MAX'>;

/** The price of a call: fixed, by the number of items returned, or the sum in its input. */
type Price =
  | { kind: 'fixed'; base: PriceSource }
  | { kind: 'items'; base: PriceSource }
  | { kind: 'sum'; base: PriceSource; max: PriceSource };

type PriceSource = PriceSetting | { usdc: string };

/** The same price for every input, from a setting or the operation, such as `{ usdc: '0.004' }`. */
export const fixed = (price: PriceSource = 'X402_PRICE'): Price => ({ kind: 'fixed', base: price });

/** The price of lists: the standard price plus an amount for each item returned, up to the maximum. */
export const byItems = (): Price => ({ kind: 'items', base: 'X402_PRICE' });

/** The sum in the input, between two settings. */
export const bySum = (min: PriceSetting, max: PriceSetting): Price => ({ kind: 'sum', base: min, max });

type Prices = Pick<Config, PriceSetting>;

/** Returns the price of a call that returns the given number of items. For sums, returns the minimum. */
export function amountOf(price: Price, config: Prices, items = 0): Amount {
  const base = toAmount(price.base, config);
  if (price.kind !== 'items') return base;
  const amount = base + toAmount('X402_PRICE_ITEM', config) * BigInt(items);
  const highest = highestOf(price, config);
  return amount < highest ? amount : highest;
}

/** Returns the maximum price of a call. */
export function highestOf(price: Price, config: Prices): Amount {
  const base = toAmount(price.base, config);
  if (price.kind === 'fixed') return base;
  if (price.kind === 'sum') return toAmount(price.max, config);
  const maximum = toAmount('X402_PRICE_LIST_MAX', config);
  return maximum > base ? maximum : base;
}

/**
 * Returns the number of items that an amount pays for, or `undefined` if no number of items has that price.
 */
export function itemsFor(price: Price, config: Prices, amount: Amount): number | undefined {
  const base = toAmount(price.base, config);
  if (price.kind === 'fixed') return amount === base ? 0 : undefined;
  if (price.kind === 'sum') return amount >= base && amount <= highestOf(price, config) ? 0 : undefined;
  if (amount === highestOf(price, config)) return Number.MAX_SAFE_INTEGER;
  const perItem = toAmount('X402_PRICE_ITEM', config);
  const above = amount - base;
  const isPrice = above >= 0n && above % perItem === 0n && amount < highestOf(price, config);
  return isPrice ? Number(above / perItem) : undefined;
}

const known = new Map<string, Amount>();

/** Cached, because there are few prices and every quote needs one. */
function toAmount(source: PriceSource, config: Prices): Amount {
  const text = typeof source === 'string' ? config[source] : source.usdc;
  const amount = known.get(text) ?? parseUsdc(text);
  known.set(text, amount);
  return amount;
}

/** Parses `0.002` to atomic units. */
export function parseUsdc(text: string): Amount {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}

/** Formats atomic units as a decimal: `0.002`. */
export function formatUsdc(amount: Amount): string {
  const digits = amount.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0{1,6}$/, '');
}
