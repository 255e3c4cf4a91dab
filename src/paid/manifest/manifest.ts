import type { PaidOperation } from '../operation.ts';
import { highestOf } from '../price.ts';
import { offersFor } from '../quotes/offers.ts';
import type { QuotingApp } from '../quotes/offers.ts';
import { paymentInfo } from '../quotes/payment-info.ts';

/** What is sold here, for directories of paid operations: there is no standard yet, so several of their forms at once. */
export async function manifest(app: QuotingApp, operations: readonly PaidOperation[], name: string) {
  const { plazaUrl } = app.config;
  return {
    version: 1,
    x402Version: 2,
    name,
    description: `Single calls of ${name}, paid in USDC without an account`,
    instructions: `Call an address without a payment: the answer is 402 with the price and how to pay it. Sign one of the offers and send the same request again with PAYMENT-SIGNATURE (version 2) or X-PAYMENT (version 1). Prices: ${plazaUrl}/developers/paid`,
    openapi: `${plazaUrl}/openapi.json`,
    resources: operations.map(({ path }) => plazaUrl + path),
    items: await Promise.all(operations.map((operation) => itemOf(app, operation))),
  };
}

/** The amounts are the highest that the call may cost, and the quote of a 402 has one of its own. */
async function itemOf(app: QuotingApp, operation: PaidOperation) {
  const offers = await offersFor(app, highestOf(operation.price, app.config), '');
  return {
    resource: app.config.plazaUrl + operation.path,
    type: 'http',
    method: 'GET',
    methods: ['GET', 'POST'],
    title: operation.title,
    description: operation.summary,
    mimeType: 'application/json',
    price: paymentInfo(app.config, operation),
    accepts: offers.map(({ offer }) => ({
      ...offer,
      extra: Object.fromEntries(Object.entries(offer.extra).filter(([name]) => name !== 'memo')),
    })),
    input: { ...operation.input, required: [] },
    example: operation.example.input,
  };
}
