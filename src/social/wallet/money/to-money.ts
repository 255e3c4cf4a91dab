import type { Money } from './money.ts';

/** A price as the database has it, such as `4.50`, in millionths. */
export function toMoney(price: string): Money {
  const [whole = '0', decimals = ''] = price.split('.');
  return BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'));
}
