import type { App } from '../../platform/app.ts';
import { receivingAddresses } from '../addresses/receiving-addresses.ts';
import type { Amount } from '../price.ts';
import { networksOf } from '../wire/network.ts';
import type { Network } from '../wire/network.ts';

/** A way to pay: what a payment on this network must say. Version 2 sends it as it is. */
export interface Offer {
  scheme: 'exact';
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, string>;
}

/** The offers of a quote, one for each network. */
export async function offersFor(
  app: Pick<App, 'config'>,
  amount: Amount,
  memo: string,
): Promise<{ network: Network; offer: Offer }[]> {
  const { config } = app;
  const payTo = await receivingAddresses(config);
  return networksOf(config).map((network) => ({
    network,
    offer: {
      scheme: 'exact',
      network: network.id,
      amount: amount.toString(),
      asset: network.asset,
      payTo: payTo[network.kind],
      maxTimeoutSeconds: config.X402_QUOTE_SECONDS,
      extra: { ...extraOf(app, network), memo },
    },
  }));
}

/** The domain of the signature on Base; who pays the fees on Solana. */
const extraOf = ({ config }: Pick<App, 'config'>, { kind }: Network): Record<string, string> =>
  kind === 'base'
    ? { name: config.X402_BASE_ASSET_NAME, version: config.X402_BASE_ASSET_VERSION }
    : { feePayer: config.X402_SOLANA_FEE_PAYER };
