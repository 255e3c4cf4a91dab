import type { App } from '../../platform/app.ts';
import type { PaidOperation } from '../operation.ts';
import { itemsFor } from '../price.ts';
import type { CallInput } from '../quotes/input-hash.ts';
import type { Payer } from '../wallet/payer.ts';
import { walletCharge } from '../wallet/wallet-charge.ts';
import { answerCall } from './answer-call.ts';
import type { Outcome } from './outcome.ts';
import { payCall } from './pay-call.ts';
import { currentPrice } from './quote-call.ts';
import { checkInput, limited } from './parse-input.ts';

const sentences: Readonly<Record<string, string>> = {
  insufficient_funds: 'The wallet balance does not cover this call',
  agent_limit_exceeded: 'The agent has reached its daily spending limit',
};

/** Charges a wallet at the current price and answers the call. */
export async function serveFromWallet(
  app: App,
  operation: PaidOperation,
  call: CallInput,
  { payer, accept }: { payer: Payer; accept: string },
): Promise<Outcome> {
  const amount = await currentPrice(app, operation, call);
  const input = limited(checkInput(operation, call), itemsFor(operation.price, app.config, amount) ?? 0);
  const outcome = await payCall(
    app,
    {
      operation: operation.path,
      method: call.method,
      tooLate: undefined,
      work: (app) => answerCall(app, operation, input, { accept, payer: payer.personId }),
    },
    walletCharge(app, payer, call, amount),
  );
  if (outcome.is !== 'refused') return outcome;
  const { refusal } = outcome;
  return { ...outcome, refusal: { ...refusal, message: sentences[refusal.code] ?? refusal.message } };
}
