import type { App } from '../../platform/app.ts';
import { receivingAddresses } from '../addresses/receiving-addresses.ts';
import { feePayerOf } from '../facilitator/fee-payer.ts';
import type { Amount } from '../price.ts';
import { networksOf } from '../wire/network.ts';
import type { Network } from '../wire/network.ts';

/** A payment option: the required content of a payment on this network, as sent in version 2. */
export interface Offer {
  scheme: 'exact';
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  /** The signature's domain on Base, the fee payer on Solana, and the quote. */
  extra: Record<string, string>;
}

export type QuotingApp = Pick<App, 'config' | 'outbound' | 'log'>;

/** Returns the offers of a quote, one per network. */
export const offersFor = (app: QuotingApp, amount: Amount, memo: string) =>
  Promise.all(
    networksOf(app.config).map(async (network) => ({
      network,
      offer: await offerOf(app, network, amount, memo),
    })),
  );

export async function offerOf(
  app: QuotingApp,
  network: Network,
  amount: Amount,
  memo: string,
): Promise<Offer> {
  const { config } = app;
  const payTo = await receivingAddresses(config);
  return {
    scheme: 'exact',
    network: network.id,
    amount: amount.toString(),
    asset: network.asset,
    payTo: payTo[network.kind],
    maxTimeoutSeconds: config.X402_QUOTE_SECONDS,
    extra:
      network.kind === 'base'
        ? { name: config.X402_BASE_ASSET_NAME, version: config.X402_BASE_ASSET_VERSION, memo }
        : { feePayer: await feePayerOf(app), memo },
  };
}
