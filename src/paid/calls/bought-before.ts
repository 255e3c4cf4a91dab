import type { App } from '../../platform/app.ts';
import type { StoredAnswer } from '../ledger/payments.ts';
import { inputHash } from '../quotes/offers.ts';
import { isForUs } from '../quotes/sign-in.ts';
import { parseSignedMessage, signerOf, signInWithX } from '../wire/sign-in-with-x.ts';
import type { PricedCall } from './priced-call.ts';

/** Purchases of one operation by one payer that are compared. */
const most = 100;

/**
 * Returns the response that the signer of the header has bought with the same call, as long as it is stored. Undefined
 * for everybody else, who gets a quote. Nothing is charged.
 */
export async function findBought(
  app: App,
  { operation, sent }: PricedCall,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<StoredAnswer | undefined> {
  const message = parseSignedMessage(headers[signInWithX]);
  if (!message || !isForUs(app, sent, operation.path, message)) return undefined;
  const payer = await signerOf(message);
  if (payer === undefined) return undefined;
  const bought = await app.db
    .selectFrom('paid.payment as payment')
    .innerJoin('paid.response as response', 'response.payment_id', 'payment.id')
    .select(['payment.amount', 'payment.input_hash', 'response.type', 'response.body'])
    .where('payment.payer', '=', payer)
    .where('payment.network', '=', message.chainId)
    .where('payment.operation', '=', operation.ledgerName ?? operation.path)
    .where('payment.method', '=', sent.method)
    .where('payment.state', '=', 'settled')
    .orderBy('payment.id', 'desc')
    .limit(most)
    .execute();
  // The price may have changed since.
  const same = bought.find(({ amount, input_hash }) => input_hash.equals(inputHash(sent, BigInt(amount))));
  return same && { type: same.type, body: same.body };
}
