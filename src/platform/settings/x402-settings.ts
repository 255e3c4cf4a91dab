import { usdc } from './setting.ts';

/** Calls that are paid over x402: prices, receiving addresses, networks and the facilitator. */
export const x402Settings = {
  X402_PRICE: usdc('Price of a paid call in USDC, where the operation has no other', '0.002'),
  X402_PRICE_ITEM: usdc('Price of each item that a paid list returns, on top of X402_PRICE', '0.0005'),
  X402_PRICE_LIST_MAXIMUM: usdc('Highest price of a paid list', '0.02'),
  X402_PRICE_AUDIT: usdc('Price of a website audit', '0.01'),
  X402_PRICE_TRENDING: usdc('Price of a trending summary', '0.005'),
} as const;
