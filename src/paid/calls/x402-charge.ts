import type { App } from '../../platform/app.ts';
import { findOnBase } from '../chain/base-chain.ts';
import { ChainUnavailable } from '../chain/json-rpc.ts';
import { findOnSolana } from '../chain/solana-chain.ts';
import { settlePayment, verifyPayment } from '../facilitator/facilitator.ts';
import type { FacilitatorRequest } from '../facilitator/facilitator.ts';
import type { Charge, Found } from '../ledger/charge.ts';
import type { PaidOperation } from '../operation.ts';
import { offerOf } from '../quotes/offers.ts';
import { toVersion1 } from '../quotes/payment-required.ts';
import type { Payment } from '../wire/payment.ts';
import { isRecord } from '../wire/payment-header.ts';
import { parseSolanaTransaction } from '../wire/solana-transaction.ts';

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
): Promise<Found> {
  const payload = isRecord(paymentPayload.payload) ? paymentPayload.payload : {};
  try {
    if (typeof payload.transaction === 'string') {
      const { messageHash, transfers } = parseSolanaTransaction(Buffer.from(payload.transaction, 'base64'));
      return await findOnSolana(app, { payer: transfers[0]?.payer ?? '', messageHash, since });
    }
    const { from, nonce, validBefore } = payload.authorization as Record<string, string>;
    return await findOnBase(app, {
      from: String(from),
      nonce: String(nonce),
      validBefore: BigInt(validBefore ?? 0),
      since,
    });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    app.log.warn({ err: error }, 'a payment could not be looked up on the chain');
    return { is: 'away' };
  }
}
