import { Type } from 'typebox';
import { count, flag, text, usdc } from './setting.ts';

const amount = (description: string, fallback: string) =>
  Type.String({
    description,
    default: fallback,
    pattern: String.raw`^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,2})?$`,
    examples: [fallback],
  });

/** The wallet: its currency, the operator's fees and its limits. */
export const moneySettings = {
  CURRENCY: Type.String({
    description:
      'The only currency of wallets, prices and payouts (ISO 4217). Do not change it after the first transaction',
    default: 'USD',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  }),
  COMMISSION_PERCENT: Type.Number({
    description: 'The operator’s share of every sale, in percent',
    default: 5,
    minimum: 0,
    maximum: 100,
  }),
  AUTHOR_SHARE_PERCENT: Type.Number({
    description: 'The authors’ share of paid calls that return their content, in percent',
    default: 50,
    minimum: 0,
    maximum: 100,
  }),
  TOP_UP_USDC: flag('Whether wallets in US dollars can also be topped up in USDC over x402', true),
  TOP_UP_MIN: amount('Minimum top-up', '5'),
  TOP_UP_MAX: amount('Maximum top-up', '1000'),
  TOP_UP_PENDING_LIMIT: count('Pending top-ups per person', 5),
  CREDIT_MAX: amount('Maximum amount of one credit by an operator', '10000'),
  PAYOUT_MIN: amount('Minimum payout', '10'),
  STRIPE_SECRET_KEY: text('Stripe secret key; empty: no top-ups by card'),
  STRIPE_WEBHOOK_SECRET: text('Signing secret of the webhook at /api/wallet/stripe'),
  STRIPE_API_URL: Type.String({
    description: 'URL of Stripe’s API',
    default: 'https://api.stripe.com',
    pattern: '^https?://[^/]+$',
  }),
  BANK_DETAILS: text(
    'Bank account for top-ups by bank transfer, as shown to members (holder, IBAN, BIC); empty: no top-ups by bank transfer',
  ),
} as const;

/** Calls that are paid over x402: prices, receiving addresses, networks and the facilitator. */
export const x402Settings = {
  X402_PRICE: usdc('Default price of a paid call, in USDC', '0.002'),
  X402_PRICE_ITEM: usdc('Price per returned item of a paid list, on top of X402_PRICE', '0.0005'),
  X402_PRICE_LIST_MAX: usdc('Highest price of a paid list', '0.02'),
  X402_PRICE_AUDIT: usdc('Price of a website audit', '0.01'),
  X402_PRICE_TRENDING: usdc('Price of a trending summary', '0.005'),
  X402_PAY_TO_BASE: text(
    'Address that receives payments on Base; empty: a key is created at first start, encrypted in DATA_DIR',
  ),
  X402_PAY_TO_SOLANA: text(
    'Address that receives payments on Solana; empty: a key is created at first start, encrypted in DATA_DIR',
  ),
  X402_NETWORKS: text('Accepted payment networks, in the order of the offers', 'base,solana'),
  X402_BASE_NETWORK: text('CAIP-2 ID of Base; eip155:84532 is its testnet', 'eip155:8453'),
  X402_BASE_ASSET: text('USDC contract on Base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  X402_BASE_ASSET_NAME: text('EIP-712 name of that contract', 'USD Coin'),
  X402_BASE_ASSET_VERSION: text('EIP-712 version of that contract', '2'),
  X402_SOLANA_NETWORK: text(
    'CAIP-2 ID of Solana; solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 is its devnet',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ),
  X402_SOLANA_ASSET: text('USDC mint on Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  X402_SOLANA_FEE_PAYER: text(
    'Solana fee payer, until the facilitator announces its own',
    '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
  ),
  X402_FACILITATOR_URL: text(
    'Facilitator that verifies and settles payments; empty: calls are quoted but payments get 503',
    'https://facilitator.payai.network',
  ),
  X402_FACILITATOR_TOKEN: text('Bearer token for the facilitator, if required'),
  X402_CDP_KEY_ID: text('API key ID of Coinbase’s facilitator, which requires signed requests'),
  X402_CDP_KEY_SECRET: text('Secret of that key: Ed25519 in base64, or EC in PEM'),
  X402_VERIFY_SECONDS: count('Timeout for verifying a payment, in seconds', 10),
  X402_SETTLE_SECONDS: count('Timeout for settling a payment, in seconds', 45),
  X402_WORK_SECONDS: count('Timeout for the work of a paid call, in seconds', 20),
  X402_BASE_MEMO: flag('Send the quote’s memo to the facilitator for payments on Base too', true),
  X402_BASE_RPC_URL: text(
    'JSON-RPC URL of Base, used only to look up payments of unknown state; empty: never',
    'https://mainnet.base.org',
  ),
  X402_SOLANA_RPC_URL: text(
    'JSON-RPC URL of Solana, used only to look up payments of unknown state; empty: never',
    'https://api.mainnet-beta.solana.com',
  ),
  X402_CONCURRENT_CALLS: count('Paid calls that one process handles concurrently; more get 503', 200),
  X402_QUOTE_SECONDS: count('Validity of a quote, in seconds', 300, 120),
  X402_EXTENDED_QUOTES: flag(
    'Whether quotes also have signed offers and sign-in-with-x, by which buyers read again what they bought; they are 3 kB larger, which some clients refuse',
    false,
  ),
  X402_CALL_LIMIT: count('Requests to paid operations per network address and process in a minute', 600),
  AUDIT_SECONDS: count('Time limit of a website audit, in seconds', 18, 5),
  AUDIT_LIMIT: count('Free website audits per visitor or member in a day', 20),
  CONCURRENT_AUDITS: count('Website audits on pages that one process runs concurrently; more get 429', 4),
  X402_CONTENT: flag('Whether public content is sold per call; people can opt out', true),
  CONTENT_LICENSE: text(
    'License of public content as stated in paid calls: a name or a URL',
    'All rights reserved by the authors',
  ),
} as const;

type X402Values = Readonly<
  Record<Extract<keyof typeof x402Settings, `X402_${string}`>, string | number | boolean>
>;

const evmAddress = /^0x[0-9a-fA-F]{40}$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

const forms: readonly (readonly [keyof X402Values, RegExp, string])[] = [
  ['X402_PAY_TO_BASE', evmAddress, 'an address: 0x and 40 hex digits'],
  ['X402_BASE_ASSET', evmAddress, 'an address: 0x and 40 hex digits'],
  ['X402_PAY_TO_SOLANA', solanaAddress, 'an address in base58'],
  ['X402_SOLANA_ASSET', solanaAddress, 'an address in base58'],
  ['X402_SOLANA_FEE_PAYER', solanaAddress, 'an address in base58'],
  ['X402_BASE_NETWORK', /^eip155:\d+$/, 'such as eip155:8453'],
  [
    'X402_SOLANA_NETWORK',
    /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/,
    'such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ],
  ['X402_FACILITATOR_URL', /^https?:\/\/\S+$/, 'an http or https address'],
  ['X402_BASE_RPC_URL', /^https?:\/\/\S+$/, 'an http or https address'],
  ['X402_SOLANA_RPC_URL', /^https?:\/\/\S+$/, 'an http or https address'],
  ['X402_NETWORKS', /^(base|solana|base,solana|solana,base)$/, 'base,solana or one of both'],
];

/** A message about the first invalid combination of these settings. */
export function x402Mistake(values: X402Values): string | undefined {
  if (Boolean(values.X402_CDP_KEY_ID) !== Boolean(values.X402_CDP_KEY_SECRET))
    return 'X402_CDP_KEY_ID and X402_CDP_KEY_SECRET go together: set both or neither.';
  const wrong = forms.find(([name, form]) => values[name] !== '' && !form.test(String(values[name])));
  return wrong && `${wrong[0]} must be ${wrong[2]}.`;
}
