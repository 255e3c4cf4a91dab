import type { Config } from '../platform/settings/config.ts';

/** USDC in atomic units: a millionth of a dollar. */
export type Amount = bigint;

type PriceSetting = Extract<keyof Config, `X402_PRICE${string}` | 'TOP_UP_MIN' | 'TOP_UP_MAX'>;

/** What a call costs: always the same, more for each item that it returns, or the sum that its input names. */
export type Price =
  | { kind: 'fixed'; base: PriceSource }
  | { kind: 'items'; base: PriceSource }
  | { kind: 'sum'; base: PriceSource; max: PriceSource };

type PriceSource = PriceSetting | { usdc: string };

/** The same price for every input: that of a setting, or one of the operation's own, such as `{ usdc: '0.004' }`. */
export const fixed = (price: PriceSource = 'X402_PRICE'): Price => ({ kind: 'fixed', base: price });

/** The price of lists: the usual price, more for each item that will be returned, and never more than the maximum. */
export const byItems = (): Price => ({ kind: 'items', base: 'X402_PRICE' });

/** The sum that the input names, between two settings. */
export const bySum = (min: PriceSetting, max: PriceSetting): Price => ({ kind: 'sum', base: min, max });

type Prices = Pick<Config, PriceSetting>;

/** What a call costs that returns so many items; of a sum, the least. */
export function amountOf(price: Price, config: Prices, items = 0): Amount {
  const base = toAmount(price.base, config);
  if (price.kind !== 'items') return base;
  const amount = base + toAmount('X402_PRICE_ITEM', config) * BigInt(items);
  const highest = highestOf(price, config);
  return amount < highest ? amount : highest;
}

/** The most that a call may cost. */
export function highestOf(price: Price, config: Prices): Amount {
  const base = toAmount(price.base, config);
  if (price.kind === 'fixed') return base;
  if (price.kind === 'sum') return toAmount(price.max, config);
  const maximum = toAmount('X402_PRICE_LIST_MAX', config);
  return maximum > base ? maximum : base;
}

/** How many items an amount pays for; `undefined` when no number of items has that price. */
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

/** Prices are few, and are looked up for every quote. */
function toAmount(source: PriceSource, config: Prices): Amount {
  const text = typeof source === 'string' ? config[source] : source.usdc;
  const amount = known.get(text) ?? parseUsdc(text);
  known.set(text, amount);
  return amount;
}

/** `0.002` as atomic units. */
export function parseUsdc(text: string): Amount {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}

/** Atomic units as people write them: `0.002`. */
export function formatUsdc(amount: Amount): string {
  const digits = amount.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0{1,6}$/, '');
}
