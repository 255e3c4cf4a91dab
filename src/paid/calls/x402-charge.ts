import { isRecord } from '../../kernel/json.ts';
import type { App } from '../../platform/app.ts';
import type { Charge, FoundPayment } from '../ledger/charge.ts';
import { type PaidOperation, amountOf, formatUsdc, itemsFor } from '../operation.ts';
import { checkMemo, inputHash, inputText, type Offer, offerOf } from '../quotes/offers.ts';
import { type Refusal, toVersion1 } from '../quotes/payment-required.ts';
import { ChainUnavailable, findOnBase, findOnSolana } from '../settlement/chains.ts';
import { type FacilitatorRequest, settlePayment, verifyPayment } from '../settlement/facilitator.ts';
import type { Payment } from '../wire/payment.ts';
import { parseSolanaTransaction } from '../wire/solana-transaction.ts';
import { type PricedCall, quoteKey } from './priced-call.ts';

interface Binding {
  inputHash: Buffer;
  quote: string | undefined;
}

/** Returns the charge of an x402 payment for the ledger. */
export async function x402Charge(
  app: App,
  operation: PaidOperation,
  payment: Payment,
  { inputHash, quote }: Binding,
): Promise<Charge> {
  const { identity, payloadHash, clientId, version, network, amount, payer } = payment;
  const request = await toRequest(app, operation, payment);
  return {
    identity,
    payloadHash,
    inputHash,
    quote,
    clientId,
    version,
    network: network.id,
    asset: network.asset,
    amount,
    payer,
    request,
    verify: (app) => verifyPayment(app, request, payer),
    settle: (app) => settlePayment(app, request, payer),
    find: (app, since) => findOnChain(app, request, since),
  };
}

/** Returns the facilitator's request: the payment as received, and the offer that it pays. */
async function toRequest(app: App, operation: PaidOperation, payment: Payment): Promise<FacilitatorRequest> {
  const { config } = app;
  const { version, network, amount, content, feePayer, memo } = payment;
  const offer = await offerOf(app, network, amount, memo ?? '');
  if (feePayer !== undefined) offer.extra.feePayer = feePayer;
  const sendsMemo = memo !== undefined && (network.kind === 'solana' || config.X402_BASE_MEMO);
  if (!sendsMemo) delete offer.extra.memo;
  if (version === 1)
    return {
      x402Version: 1,
      paymentPayload: content,
      paymentRequirements: {
        ...toVersion1(offer, network.name),
        resource: config.plazaUrl + operation.path,
        description: operation.summary,
        mimeType: 'application/json',
      },
    };
  return {
    x402Version: 2,
    paymentPayload: { ...content, accepted: offer },
    paymentRequirements: { ...offer },
  };
}

/** Looks a payment up on its chain by its stored data. */
export async function findOnChain(
  app: Pick<App, 'config' | 'outbound' | 'log' | 'clock'>,
  { paymentPayload }: FacilitatorRequest,
  since: Date,
): Promise<FoundPayment> {
  const payload = isRecord(paymentPayload.payload) ? paymentPayload.payload : {};
  try {
    if (typeof payload.transaction === 'string') {
      const { messageHash, transfers } = parseSolanaTransaction(Buffer.from(payload.transaction, 'base64'));
      return await findOnSolana(app, { payer: transfers[0]?.payer ?? '', messageHash, since });
    }
    const { from, to, value, nonce, validBefore } = payload.authorization as Record<string, string>;
    return await findOnBase(app, {
      ...{ from: String(from), to: String(to), value: BigInt(value ?? 0), nonce: String(nonce) },
      validBefore: BigInt(validBefore ?? 0),
      since,
    });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    app.log.warn({ err: error }, 'a payment could not be looked up on the chain');
    return { is: 'away' };
  }
}

/** A payment bound to this call, or the reason why it is not. */
type Bound =
  | {
      is: 'bound';
      inputHash: Buffer;
      quote: string | undefined;
      /** Number of items paid for. */
      items: number;
      /** Set if the payment matches this call but can no longer be claimed. */
      tooLate: Refusal | undefined;
    }
  | { is: 'refused'; refusal: Refusal };

/** Seconds reserved for settling an authorization on the chain before it expires. */
const settlementMargin = 6n;

/**
 * Verifies that a payment matches its call. Everything echoed from the quote is checked, nothing is trusted.
 * On Solana, the quote is signed. Payments of version 1 without a quote are bound by the ledger on first use.
 */
export async function bindPayment(app: App, call: PricedCall, payment: Payment): Promise<Bound> {
  const { config } = app;
  const { operation, sent } = call;
  const { amount, network, authorization, accepted, memo, version } = payment;
  const offer = await offerOf(app, network, amount, memo ?? '');
  const items = itemsFor(operation.price, config, amount);
  if (items === undefined) return refused('amount_mismatch', priceSentence(app, operation));
  // A payment of version 1 carries no quote: its amount must equal the sum in the input.
  if (operation.sum && amount !== (await call.amount))
    return refused('amount_mismatch', 'The payment does not match the amount in the request');
  if (authorization && authorization.to !== offer.payTo.toLowerCase())
    return refused('recipient_mismatch', 'The payment goes to a different address than the quote');
  const difference = accepted && differenceFrom(offer, accepted);
  if (difference)
    return refused(`${difference}_mismatch`, `The payment was made for a different ${difference}`);
  const hash = inputHash(sent, amount);
  if (memo === undefined && version === 1)
    return { is: 'bound', inputHash: hash, quote: undefined, items, tooLate: lateness(app, payment) };
  const check = checkMemo(quoteKey(config), inputText(sent, amount), memo ?? '', app.clock.now());
  if (check.is === 'mismatch')
    return refused('input_mismatch', 'The payment was quoted for a different request. Nothing was charged');
  const tooLate = check.is === 'expired' ? expiredQuote : lateness(app, payment);
  return { is: 'bound', inputHash: hash, quote: check.nonce, items, tooLate };
}

const refused = (code: string, message: string): Bound => ({ is: 'refused', refusal: { code, message } });

const priceSentence = ({ config }: App, { price }: PaidOperation) =>
  `The payment does not match the quoted amount. This call costs at least ${formatUsdc(amountOf(price, config))} USDC`;

/**
 * Returns the first field of an echoed offer that differs. The fee payer may have changed since the quote.
 */
function differenceFrom(offer: Offer, accepted: Record<string, unknown>): string | undefined {
  const extra = isRecord(accepted.extra) ? accepted.extra : {};
  const parts: [string, unknown, string | undefined][] = [
    ['amount', accepted.amount, offer.amount],
    ['asset', accepted.asset, offer.asset],
    ['recipient', accepted.payTo, offer.payTo],
    ['token_name', extra.name, offer.extra.name],
    ['token_version', extra.version, offer.extra.version],
  ];
  return parts.find(([, echoed, ours]) => echoed !== ours)?.[0];
}

function lateness(app: App, { authorization }: Payment): Refusal | undefined {
  const now = BigInt(Math.floor(app.clock.now().getTime() / 1000));
  if (!authorization) return undefined;
  if (authorization.validBefore < now + settlementMargin)
    return { code: 'payment_expired', message: 'The authorization has expired or is about to expire' };
  return authorization.validAfter > now
    ? { code: 'payment_not_yet_valid', message: 'The authorization is not valid yet' }
    : undefined;
}

const expiredQuote: Refusal = {
  code: 'quote_expired',
  message: 'The quote has expired. This is a new one',
};
