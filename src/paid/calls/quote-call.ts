import { createHmac } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { PaidOperation } from '../operation.ts';
import { amountOf, highestOf } from '../price.ts';
import type { Amount } from '../price.ts';
import { inputText } from '../quotes/input-hash.ts';
import type { CallInput } from '../quotes/input-hash.ts';
import { createMemo } from '../quotes/memo.ts';
import { paymentRequired } from '../quotes/payment-required.ts';
import type { PaymentRequired, Refusal } from '../quotes/payment-required.ts';
import { checkInput } from './parse-input.ts';

/**
 * Quotes a call. Synchronous if its price depends on nothing stored. The quote is not stored: it returns with
 * the payment.
 */
export function quoteCall(
  app: App,
  operation: PaidOperation,
  call: CallInput,
  refusal: Refusal,
): PaymentRequired | Promise<PaymentRequired> {
  const quote = (amount: Amount) => {
    const expires = new Date(app.clock.now().getTime() + seconds(app.config.X402_QUOTE_SECONDS + spare));
    const memo = createMemo(quoteKey(app.config), inputText(call, amount), expires);
    return paymentRequired(app, { operation, method: call.method, amount, memo, refusal });
  };
  const amount = currentPrice(app, operation, call);
  return amount instanceof Promise ? amount.then(quote) : quote(amount);
}

/** Seconds of grace for a payment beyond the lifetime shown to buyers. */
const spare = 60;

/** The price of a call with valid input. */
export function currentPrice(app: App, operation: PaidOperation, call: CallInput): Amount | Promise<Amount> {
  const { price, items, sum } = operation;
  return items || sum ? priceOfInput(app, operation, call) : amountOf(price, app.config);
}

async function priceOfInput(app: App, operation: PaidOperation, call: CallInput): Promise<Amount> {
  const { price, items, sum } = operation;
  try {
    if (sum) return sum(app, checkInput(operation, call));
    return amountOf(price, app.config, await items?.(app, checkInput(operation, call)));
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      return sum ? amountOf(price, app.config) : highestOf(price, app.config);
    throw error;
  }
}

const keys = new WeakMap<Config, string>();

/** 256 bits in hex. */
export function quoteKey(config: Config): string {
  const known = keys.get(config);
  if (known !== undefined) return known;
  const key = createHmac('sha256', config.secretKey).update('quotes of paid calls').digest('hex');
  keys.set(config, key);
  return key;
}
