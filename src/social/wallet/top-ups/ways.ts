import type { Config } from '../../../platform/settings/config.ts';
import { hasStripe } from '../stripe/checkout.ts';
import { offersUsdc } from './usdc.ts';

/** Whether each way to top up a wallet is set up. */
export const topUpWays = (config: Config) => ({
  stripe: hasStripe(config),
  bank: config.BANK_DETAILS !== '',
  usdc: offersUsdc(config),
});

/** Whether members can top up their wallets at all. */
export const hasTopUps = (config: Config): boolean => Object.values(topUpWays(config)).some(Boolean);
