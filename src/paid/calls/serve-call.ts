import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orAbort } from '../../kernel/or-abort.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Identify } from '../../platform/http/family.ts';
import type { StoredAnswer } from '../ledger/payments.ts';
import { type PaidOperation, itemsFor } from '../operation.ts';
import type { PaymentRequired, Refusal } from '../quotes/payment-required.ts';
import { offerReceipt, signedReceipt } from '../quotes/statements.ts';
import { findPayer, type Payer, walletCharge } from '../wallet.ts';
import { toHeader } from '../wire/payment-header.ts';
import { parsePayment, type Payment, UnsupportedPayment } from '../wire/payment.ts';
import { findBought } from './bought-before.ts';
import { type PaymentOutcome, payCall, type Running } from './pay-call.ts';
import { parseCall, PricedCall, quoteCall } from './priced-call.ts';
import { bindPayment, x402Charge } from './x402-charge.ts';

export const unpaid: Refusal = {
  code: 'Payment required',
  message:
    'This call requires a payment. Sign one of the offers and send the same request again with the payment',
};
const unsupported: Refusal = {
  code: 'unsupported_payment',
  message: 'Pay with the scheme exact on one of the offered networks',
};

const notFromWallet = new Problem('conflict', 'A wallet cannot be topped up from a wallet', {
  code: 'wallet_unavailable',
});

/** The calls that a server works on. */
export class CallsAtWork {
  readonly payments: Running = new Map();
  #count = 0;

  /** Runs a call, or refuses it if too many are running. */
  async run(app: App, work: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    if (this.#count >= app.config.X402_CONCURRENT_CALLS)
      throw new Problem('unavailable', 'Too many paid calls are running. Nothing was charged', {
        code: 'busy',
        retryAfter: 2,
      });
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
    }
  }
}

/** Answers a call with the purchased response, a quote, or an error. */
export async function serveCall(
  app: App,
  operation: PaidOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  { identify, atWork }: { identify: Identify; atWork: CallsAtWork },
): Promise<FastifyReply> {
  const call = parseCall(app, operation, request);
  const accept = request.headers.accept ?? '';
  // A HEAD is quoted as a GET.
  const isHead = request.method === 'HEAD';
  const payer = isHead ? undefined : await findPayer(app, request, identify);
  if (payer && operation.credits) throw notFromWallet;
  const sold = payer
    ? await sellFromWallet(app, atWork, call, { payer, accept })
    : await sellCall(app, atWork, call, {
        headers: isHead ? {} : request.headers,
        accept,
        // A payment takes as long as its chain, so it leaves the concurrency limit of other requests.
        begin: () => request.leave?.(),
      });
  if (sold.settlement)
    for (const name of ['payment-response', 'x-payment-response']) reply.header(name, sold.settlement);
  if (sold.quote) {
    const { header, body } = sold.quote;
    // Most of a quote is its header, which cannot be compressed. Compressing the body would cost more than
    // everything else.
    request.headers['x-no-compression'] = 'quote';
    reply.status(402).header('payment-required', header).type('application/json; charset=utf-8');
    return reply.send(body);
  }
  const { type, body } = sold.answer;
  return reply.header('cache-control', 'private, no-store').header('vary', 'Accept').type(type).send(body);
}

/** Returns the call of an operation by another protocol: as a POST with this body. */
export const toCall = (app: App, operation: PaidOperation, body: object): PricedCall =>
  new PricedCall(app, operation, { method: 'POST', path: operation.path, query: {}, body: { ...body } });

/** Returns the call of an operation that is the address as it was requested, such as a page. */
export const toPageCall = (app: App, operation: PaidOperation): PricedCall =>
  new PricedCall(app, operation, { method: 'GET', path: operation.path, query: {}, body: {} });

/** A purchased response, or a quote. `settlement` is the header for clients. */
type Sold = { settlement?: string | undefined } & (
  { answer: StoredAnswer; quote?: undefined } | { quote: PaymentRequired; answer?: undefined }
);

/** Sells a call for the payment in the headers of x402, or quotes it. Knows nothing of HTTP beyond them. */
export async function sellCall(
  app: App,
  atWork: CallsAtWork,
  call: PricedCall,
  { headers, accept, begin }: { headers: PaymentHeaders; accept: string; begin?: () => void },
): Promise<Sold> {
  const { operation } = call;
  const quote = async (refusal: Refusal, settlement?: string): Promise<Sold> => ({
    quote: await quoteCall(app, call, refusal),
    settlement,
  });
  const payment = findPayment(headers, app);
  if (!payment) {
    const bought = await findBought(app, call, headers);
    if (bought) return { answer: bought };
    await call.judge();
    return quote(unpaid);
  }
  if (payment === 'unsupported') return quote(unsupported);
  const bound = await bindPayment(app, call, payment);
  if (bound.is === 'refused') return quote(bound.refusal);
  const input = call.inputFor(bound.items);
  begin?.();
  const outcome = await atWork.run(app, async () =>
    payCall(
      app,
      atWork.payments,
      {
        operation: operation.ledgerName ?? operation.path,
        method: call.sent.method,
        tooLate: bound.tooLate,
        work: (app) => answerCall(app, operation, input, { accept, payer: payment.payer }),
      },
      await x402Charge(app, operation, payment, bound),
    ),
  );
  if (outcome.is === 'failed') throw outcome.problem;
  const settlement = settlementOf(app, call, payment, outcome);
  return outcome.is === 'refused'
    ? quote(outcome.refusal, settlement)
    : { answer: outcome.answer, settlement };
}

async function sellFromWallet(
  app: App,
  atWork: CallsAtWork,
  call: PricedCall,
  given: { payer: Payer; accept: string },
): Promise<Sold> {
  const outcome = await atWork.run(app, () => serveFromWallet(app, atWork, call, given));
  if (outcome.is === 'failed') throw outcome.problem;
  return outcome.is === 'refused'
    ? { quote: await quoteCall(app, call, outcome.refusal) }
    : { answer: outcome.answer };
}

type PaymentHeaders = Parameters<typeof parsePayment>[0];

function findPayment(headers: PaymentHeaders, app: App): Payment | 'unsupported' | undefined {
  try {
    return parsePayment(headers, app.config);
  } catch (error) {
    if (error instanceof UnsupportedPayment) return 'unsupported';
    throw error;
  }
}

/**
 * Returns the settlement header for clients, with the network named according to the payment's version, and the receipt
 * of a delivered call.
 */
function settlementOf(
  app: App,
  { operation }: PricedCall,
  { version, network, payer }: Payment,
  outcome: PaymentOutcome,
): string | undefined {
  const common = { network: version === 1 ? network.name : network.id, payer };
  if (outcome.is === 'paid') {
    const resourceUrl = app.config.plazaUrl + operation.path;
    const receipt = signedReceipt(app, { resourceUrl, network: network.id, payer });
    const extensions = { [offerReceipt]: { info: { receipt } } };
    return toHeader({
      ...{ success: true, transaction: outcome.transaction, ...common },
      ...(version === 2 && { extensions }),
    });
  }
  if (outcome.is === 'refused' && outcome.settlement)
    return toHeader({ success: false, errorReason: outcome.refusal.code, transaction: '', ...common });
  return undefined;
}

const sentences: Readonly<Record<string, string>> = {
  insufficient_funds: 'The wallet balance does not cover this call',
  agent_limit_exceeded: 'The agent has reached its daily spending limit',
};

/** Charges a wallet at the current price and answers the call. */
async function serveFromWallet(
  app: App,
  atWork: CallsAtWork,
  call: PricedCall,
  { payer, accept }: { payer: Payer; accept: string },
): Promise<PaymentOutcome> {
  const { operation, sent } = call;
  const amount = await call.amount;
  const input = call.inputFor(itemsFor(operation.price, app.config, amount) ?? 0);
  const outcome = await payCall(
    app,
    atWork.payments,
    {
      operation: operation.path,
      method: sent.method,
      tooLate: undefined,
      work: (app) => answerCall(app, operation, input, { accept, payer: payer.personId }),
    },
    walletCharge(app, payer, sent, amount),
  );
  if (outcome.is !== 'refused') return outcome;
  const { refusal } = outcome;
  return { ...outcome, refusal: { ...refusal, message: sentences[refusal.code] ?? refusal.message } };
}

/** Runs a call within the time left for its payment, and serializes the response as sent and stored. */
async function answerCall(
  app: App,
  operation: PaidOperation,
  input: never,
  { accept, payer }: { accept: string; payer: string },
): Promise<StoredAnswer> {
  const output = await orAbort(operation.answer(app, input, payer), deadline(app));
  const creditedId = await operation.credits?.(app, input);
  const authors = operation.authors?.(output as never) ?? [];
  if (operation.markdown && prefersMarkdown(accept))
    return { type: 'text/markdown; charset=utf-8', body: operation.markdown(app, output as never), authors };
  if (operation.raw) return { ...operation.raw(output as never), authors };
  const body = serializerOf(operation)(output);
  return { type: 'application/json; charset=utf-8', body, authors, creditedId };
}

/** A payment expires about a minute after it was signed, and still has to be settled. */
function deadline({ config }: App): AbortSignal {
  const controller = new AbortController();
  const tooLong = new Problem('unavailable', 'The call timed out. Nothing was charged', {
    code: 'work_timeout',
    retryAfter: 5,
  });
  setTimeout(() => controller.abort(tooLong), seconds(config.X402_WORK_SECONDS)).unref();
  return controller.signal;
}

const serializers = new WeakMap<PaidOperation, (output: unknown) => string>();

/** Compiled on the operation's first response. Undeclared fields are removed. */
function serializerOf(operation: PaidOperation): (output: unknown) => string {
  const known = serializers.get(operation) ?? fastJson(operation.output as Schema);
  serializers.set(operation, known);
  return known;
}
