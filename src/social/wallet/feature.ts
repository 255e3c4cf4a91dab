import type { Feature } from '../../platform/feature.ts';
import { walletJobs } from './jobs.ts';
import { walletsPages } from './operator/pages.ts';
import { walletPages } from './pages.ts';
import { stripeRoutes } from './stripe/routes.ts';
import { topUpPages } from './top-ups/pages.ts';

/** Wallets: balances, top-ups and payouts on top of the ledger. */
export const walletFeature: Feature = {
  pages: [...walletPages, ...topUpPages, ...walletsPages],
  textRoutes: stripeRoutes,
  jobs: walletJobs,
};
