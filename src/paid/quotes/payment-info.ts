import type { Config } from '../../platform/settings/config.ts';
import type { PaidOperation } from '../operation.ts';
import { amountOf, formatUsdc, highestOf } from '../price.ts';

/** Returns an operation's price in USDC for `x-payment-info` in OpenAPI, which directories read. */
export function paymentInfo(config: Config, { price }: Pick<PaidOperation, 'price'>) {
  const lowest = formatUsdc(amountOf(price, config));
  const highest = formatUsdc(highestOf(price, config));
  return lowest === highest
    ? { protocols: ['x402'], pricingMode: 'fixed', price: lowest }
    : { protocols: ['x402'], pricingMode: 'range', minPrice: lowest, maxPrice: highest };
}
