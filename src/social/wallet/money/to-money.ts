import type { Money } from './money.ts';

/** Parses a price from the database, such as `4.50`, to millionths. */
export function toMoney(price: string): Money {
  const [whole = '0', decimals = ''] = price.split('.');
  return BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'));
}
