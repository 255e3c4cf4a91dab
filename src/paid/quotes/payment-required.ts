import { LRUCache } from 'lru-cache';
import { feePayerOf } from '../facilitator/fee-payer.ts';
import type { PaidOperation } from '../operation.ts';
import { highestOf } from '../price.ts';
import type { Amount } from '../price.ts';
import { toHeader } from '../wire/payment-header.ts';
import { extensionsOf, outputSchemaOf } from './discovery.ts';
import type { CallInput } from './input-hash.ts';
import { offersFor } from './offers.ts';
import type { Offer, QuotingApp } from './offers.ts';

type Method = CallInput['method'];

/** Why a call is answered with 402: a code for programs, and a sentence. */
export interface Refusal {
  code: string;
  message: string;
}

/** A quote in both versions: version 2 reads the header, version 1 the body. Both are ASCII, which is sent as it is. */
export interface PaymentRequired {
  header: string;
  body: string;
}

interface Quote {
  operation: PaidOperation;
  method: Method;
  amount: Amount;
  memo: string;
  refusal: Refusal;
}

/** Quotes of the same call at the same price differ in their memo alone. */
export async function paymentRequired(app: QuotingApp, { memo, ...quote }: Quote): Promise<PaymentRequired> {
  const { header, body } = await templateOf(app, quote);
  return {
    header: Buffer.from(header.replaceAll(memoPlaceholder, memo)).toString('base64'),
    body: body.replaceAll(memoPlaceholder, memo),
  };
}

/** Stands where a memo comes. */
const memoPlaceholder = '{memo}';
const templates = new WeakMap<
  PaidOperation,
  WeakMap<QuotingApp['config'], LRUCache<string, PaymentRequired>>
>();
/** Of an operation: prices times reasons. */
const maxTemplates = 100;

async function templateOf(app: QuotingApp, quote: Omit<Quote, 'memo'>): Promise<PaymentRequired> {
  const { operation, method, amount, refusal } = quote;
  const byConfig =
    templates.get(operation) ?? new WeakMap<QuotingApp['config'], LRUCache<string, PaymentRequired>>();
  templates.set(operation, byConfig);
  const stored = byConfig.get(app.config) ?? new LRUCache<string, PaymentRequired>({ max: maxTemplates });
  byConfig.set(app.config, stored);
  const key = `${method} ${amount} ${await feePayerOf(app)} ${refusal.code} ${refusal.message}`;
  const known = stored.get(key);
  if (known) return known;
  const template = await writeTemplate(app, quote);
  stored.set(key, template);
  return template;
}

/** The header before it is encoded, and the body. */
async function writeTemplate(
  app: QuotingApp,
  { operation, method, amount, refusal }: Omit<Quote, 'memo'>,
): Promise<PaymentRequired> {
  const offers = await offersFor(app, amount, memoPlaceholder);
  const { resource, extensions, outputSchema } = await describedBy(app, operation, method);
  const accepts = offers.map(({ offer }) => offer);
  const header = JSON.stringify({ x402Version: 2, error: refusal.code, resource, accepts, extensions });
  const body = JSON.stringify({
    x402Version: 1,
    error: refusal.code,
    message: refusal.message,
    accepts: offers.map(({ network, offer }) => ({
      ...toVersion1(offer, network.name),
      resource: resource.url,
      description: resource.description,
      mimeType: resource.mimeType,
      outputSchema,
    })),
  });
  return { header, body: body.replaceAll(beyondAscii, escape) };
}

const beyondAscii = /[\u0080-\uffff]/g;
const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** An offer as version 1 has it, without what is the same in all of them. */
export const toVersion1 = ({ amount, ...offer }: Offer, network: string) => ({
  ...offer,
  network,
  maxAmountRequired: amount,
});

interface Described {
  resource: { url: string; description: string; mimeType: string };
  extensions: object;
  outputSchema: object;
}

const described = new WeakMap<PaidOperation, Map<string, Described>>();

/** What a quote says of its operation: the same every time, so it is made once. */
async function describedBy(app: QuotingApp, operation: PaidOperation, method: Method): Promise<Described> {
  const url = app.config.plazaUrl + operation.path;
  const key = `${method} ${url}`;
  const known = described.get(operation)?.get(key);
  if (known) return known;
  const resource = { url, description: operation.summary, mimeType: 'application/json' };
  const offers = await offersFor(app, highestOf(operation.price, app.config), 'm'.repeat(longestMemo));
  const accepts = offers.map(({ offer }) => offer);
  const rest = { x402Version: 2, error: 'e'.repeat(longestCode), resource, accepts };
  const made = {
    resource,
    extensions: extensionsOf(
      operation,
      method,
      (extensions) => toHeader({ ...rest, extensions }).length <= longestHeader,
    ),
    outputSchema: outputSchemaOf(operation, method),
  };
  described.set(operation, (described.get(operation) ?? new Map<string, Described>()).set(key, made));
  return made;
}

const longestHeader = 3000;
const longestMemo = 44;
const longestCode = 64;
