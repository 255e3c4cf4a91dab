import type { Config } from '../platform/settings/config.ts';

/** USDC in atomic units: millionths of a dollar. */
export type Amount = bigint;

type PriceSetting = Extract<keyof Config, `X402_PRICE${string}` | 'TOP_UP_MIN' | 'TOP_UP_MAX'>;

/** The price of a call: fixed, by the number of items returned, or the sum in its input. */
export type Price =
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
