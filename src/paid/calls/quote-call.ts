import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { PaidOperation } from '../operation.ts';
import { amountOf, highestOf } from '../price.ts';
import type { Amount } from '../price.ts';
import { inputHash } from '../quotes/input-hash.ts';
import type { CallInput } from '../quotes/input-hash.ts';
import { createMemo } from '../quotes/memo.ts';
import { paymentRequired } from '../quotes/payment-required.ts';
import type { PaymentRequired, Refusal } from '../quotes/payment-required.ts';
import { checkInput } from './read-input.ts';

/** A quote for this very call. Nothing is written down: the quote comes back with the payment. */
export async function quoteCall(
  app: App,
  operation: PaidOperation,
  call: CallInput,
  refusal: Refusal,
): Promise<PaymentRequired> {
  const amount = await currentPrice(app, operation, call);
  const expires = new Date(app.clock.now().getTime() + seconds(app.config.X402_QUOTE_SECONDS + spare));
  const memo = createMemo(quoteKey(app.config), inputHash(call, amount), expires);
  return paymentRequired(app, { operation, method: call.method, amount, memo, refusal });
}

/** Seconds that a payment may be on its way beyond those that a buyer is told. */
const spare = 60;

/** Input that does not fit is quoted too, as indexes of paid operations expect, and refused without a charge when it is paid for. */
export async function currentPrice(app: App, operation: PaidOperation, call: CallInput): Promise<Amount> {
  const { price, items, sum } = operation;
  try {
    if (sum) return sum(app, checkInput(operation, call));
    if (!items) return amountOf(price, app.config);
    return amountOf(price, app.config, await items(app, checkInput(operation, call)));
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      return sum ? amountOf(price, app.config) : highestOf(price, app.config);
    throw error;
  }
}

const keys = new WeakMap<Config, KeyObject>();

/** As an object, which Node need not look at anew for every quote. */
export function quoteKey(config: Config): KeyObject {
  const known = keys.get(config);
  if (known) return known;
  const key = createSecretKey(createHmac('sha256', config.secretKey).update('quotes of paid calls').digest());
  keys.set(config, key);
  return key;
}
