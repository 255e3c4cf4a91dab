import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { invalid, Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { PaidOperation } from '../operation.ts';
import { type Amount, amountOf, highestOf } from '../price.ts';
import { type CallInput, createMemo, inputText } from '../quotes/offers.ts';
import { paymentRequired, type PaymentRequired, type Refusal } from '../quotes/payment-required.ts';

/** Returns the raw input of a call, before validation. A HEAD is quoted as the GET that may follow. */
export function parseCall(request: FastifyRequest, operation: PaidOperation): CallInput {
  if (request.isMultipart())
    throw new Problem('unsupported', 'Send the body as JSON, with Content-Type: application/json');
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path: operation.path,
    query: request.query as Record<string, unknown>,
    body: request.body ?? {},
  };
}

/** Inputs of calls, which are priced, judged and answered. */
const inputs = new WeakMap<CallInput, { operation: PaidOperation; input: unknown }>();

/**
 * Returns the validated input of a call with defaults, computed once. Throws a `Problem` that names the invalid
 * field.
 */
export function checkInput(operation: PaidOperation, call: CallInput): never {
  const known = inputs.get(call);
  if (known?.operation === operation) return known.input as never;
  const input = validatedInput(operation, call);
  inputs.set(call, { operation, input });
  return input as never;
}

function validatedInput(operation: PaidOperation, { method, query, body }: CallInput): unknown {
  if (method === 'POST') {
    const [name] = Object.keys(query);
    if (name !== undefined) throw invalid(name, `Send ${name} in the JSON body, or use GET`);
  }
  const given = hasInput({ query, body })
    ? method === 'POST'
      ? body
      : { ...query }
    : (operation.fallback ?? {});
  const input: unknown = structuredClone(given);
  checkFor(operation, method)(input);
  return input;
}

/** Whether a call has parameters. Directories of paid operations send none, and expect a quote. */
export function hasInput({ query, body }: Pick<CallInput, 'query' | 'body'>): boolean {
  const isEmpty = typeof body === 'object' && body !== null && !Array.isArray(body) && isBlank(body);
  return !isEmpty || !isBlank(query);
}

const isBlank = (record: object) => Object.keys(record).length === 0;

/**
 * Judges input before a price is quoted, so that no one signs a payment for a call that is refused. Throws a
 * `Problem` that names the invalid field.
 */
export async function judgeInput(app: App, operation: PaidOperation, call: CallInput): Promise<void> {
  if (!hasInput(call)) return;
  const input = checkInput(operation, call);
  operation.sum?.(app, input);
  await operation.check?.(app, input);
  await operation.credits?.(app, input);
}

/** Limits a list to the number of items paid for, even if more exist by now. */
export function limited(input: object, items: number): never {
  const { limit } = input as { limit?: number };
  return (limit === undefined ? input : { ...input, limit: Math.min(limit, items) }) as never;
}

type Check = (value: unknown) => void;
const checks = new WeakMap<PaidOperation, Partial<Record<CallInput['method'], Check>>>();

/** Compiled on the operation's first use. Unknown parameters are rejected, so that no one pays for a typo. */
function checkFor(operation: PaidOperation, method: CallInput['method']): Check {
  const known = checks.get(operation) ?? {};
  const check = (known[method] ??= shapeCheck(
    { ...operation.input, additionalProperties: false },
    method === 'GET' ? 'query' : 'body',
  ));
  checks.set(operation, known);
  return check;
}

/**
 * Returns the documented input, in which parameters with a default are optional, and all parameters together if
 * there is a fallback.
 */
export function documentedInput({ input, fallback }: PaidOperation): TSchema {
  const properties = input.properties as Record<string, { default?: unknown }>;
  const { required = [], ...rest } = input as { required?: string[] };
  const needed = required.filter((name) => properties[name]?.default === undefined);
  return Type.Unsafe({
    ...rest,
    additionalProperties: false,
    ...(needed.length > 0 &&
      (fallback ? { anyOf: [{ maxProperties: 0 }, { required: needed }] } : { required: needed })),
  });
}

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
