import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { invalid, Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type PaidOperation, type Amount, amountOf, highestOf } from '../operation.ts';
import { type CallInput, createMemo, inputText } from '../quotes/offers.ts';
import { createSignInNonce } from '../quotes/sign-in.ts';
import { paymentRequired, type PaymentRequired, type Refusal } from '../quotes/payment-required.ts';

/**
 * A call on its way from the quote to the answer. Its input and its price are computed once, when they are first
 * needed: payments are bound to the request as sent, and quotes of most calls depend on nothing in it.
 */
export class PricedCall {
  readonly operation: PaidOperation;
  /** The request as sent. */
  readonly sent: CallInput;
  readonly #app: App;
  #input: unknown;
  #amount: Amount | Promise<Amount> | undefined;

  constructor(app: App, operation: PaidOperation, sent: CallInput) {
    this.#app = app;
    this.operation = operation;
    this.sent = sent;
  }

  /** Whether the call has parameters. Directories of paid operations send none, and expect a quote. */
  get hasInput(): boolean {
    const { query, body } = this.sent;
    const isEmpty = typeof body === 'object' && body !== null && !Array.isArray(body) && isBlank(body);
    return !isEmpty || !isBlank(query);
  }

  /** The validated input with defaults. Throws a `Problem` that names the invalid field. */
  get input(): never {
    return (this.#input ??= this.#validate()) as never;
  }

  #validate(): unknown {
    const { method, query, body } = this.sent;
    if (method === 'POST') {
      const [name] = Object.keys(query);
      if (name !== undefined) throw invalid(name, `Send ${name} in the JSON body, or use GET`);
    }
    const sent = method === 'POST' ? body : { ...query };
    const input: unknown = structuredClone(this.hasInput ? sent : (this.operation.fallback ?? {}));
    checkFor(this.operation, method)(input);
    return input;
  }

  /** The price. Known at once if it depends on nothing stored. */
  get amount(): Amount | Promise<Amount> {
    const { price, items, sum } = this.operation;
    return (this.#amount ??= items || sum ? this.#amountOfInput() : amountOf(price, this.#app.config));
  }

  async #amountOfInput(): Promise<Amount> {
    const { price, items, sum } = this.operation;
    const { config } = this.#app;
    try {
      if (sum) return sum(this.#app, this.input);
      return amountOf(price, config, await items?.(this.#app, this.input));
    } catch (error) {
      if (error instanceof Problem && error.status < 500)
        return sum ? amountOf(price, config) : highestOf(price, config);
      throw error;
    }
  }

  /** The input for the number of items paid for, even if more exist by now. */
  inputFor(items: number): never {
    const input: object = this.input;
    const { limit } = input as { limit?: number };
    return (limit === undefined ? input : { ...input, limit: Math.min(limit, items) }) as never;
  }

  /**
   * Judges the input before a price is quoted, so that no one signs a payment for a call that is refused. Throws
   * a `Problem` that names the invalid field.
   */
  async judge(): Promise<void> {
    if (!this.hasInput) return;
    const { input } = this;
    const { sum, check, credits } = this.operation;
    sum?.(this.#app, input);
    await check?.(this.#app, input);
    await credits?.(this.#app, input);
  }
}

/** Returns the call of a request. A HEAD is quoted as the GET that may follow. */
export function parseCall(app: App, operation: PaidOperation, request: FastifyRequest): PricedCall {
  if (request.isMultipart())
    throw new Problem('unsupported', 'Send the body as JSON, with Content-Type: application/json');
  return new PricedCall(app, operation, {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path: operation.path,
    query: request.query as Record<string, unknown>,
    body: request.body ?? {},
  });
}

const isBlank = (record: object) => Object.keys(record).length === 0;

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
  call: PricedCall,
  refusal: Refusal,
): PaymentRequired | Promise<PaymentRequired> {
  const { operation, sent } = call;
  const quote = (amount: Amount) => {
    const now = app.clock.now();
    const expires = new Date(now.getTime() + seconds(app.config.X402_QUOTE_SECONDS + spare));
    const memo = createMemo(quoteKey(app.config), inputText(sent, amount), expires);
    const nonce = app.config.X402_EXTENDED_QUOTES ? createSignInNonce(app.config, sent, now) : undefined;
    return paymentRequired(app, { operation, method: sent.method, amount, memo, nonce, refusal });
  };
  const { amount } = call;
  return amount instanceof Promise ? amount.then(quote) : quote(amount);
}

/** Seconds of grace for a payment beyond the lifetime shown to buyers. */
const spare = 60;

const keys = new WeakMap<Config, string>();

/** 256 bits in hex. */
export function quoteKey(config: Config): string {
  const known = keys.get(config);
  if (known !== undefined) return known;
  const key = createHmac('sha256', config.secretKey).update('quotes of paid calls').digest('hex');
  keys.set(config, key);
  return key;
}
