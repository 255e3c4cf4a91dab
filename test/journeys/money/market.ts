import { startFacilitator } from '../../paid/facilitator.ts';
import { startStripe } from '../../peers/local-stripe.ts';
import { startServices, type Services } from '../../services.ts';

/** Both services, with every way to top up a wallet. */
export type Market = Services;

export const bankDetails = 'IBAN DE02 1203 0000 0000 2020 51';

/** Starts both services with card, bank transfer and USDC enabled. */
export async function startMarket(): Promise<Market> {
  const [key, secret] = ['sk_test_1', 'whsec_test'];
  const [stripe, facilitator] = await Promise.all([startStripe(key), startFacilitator()]);
  const services = await startServices({
    RATE_LIMITS: 'false',
    PAYOUT_MIN: '1',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: stripe.url,
    BANK_DETAILS: bankDetails,
    X402_FACILITATOR_URL: facilitator.url,
    X402_BASE_RPC_URL: '',
    X402_SOLANA_RPC_URL: '',
  });
  stripe.announce({ webhook: `${services.plaza}/api/wallet/stripe`, secret });
  return {
    ...services,
    stop: async () => {
      await services.stop();
      stripe.close();
      await facilitator.stop();
    },
  };
}
