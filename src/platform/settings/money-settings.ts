import { Type } from 'typebox';
import { count, flag, text } from './setting.ts';

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
