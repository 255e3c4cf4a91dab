import { Type } from 'typebox';

/** The wallet: its currency, what the operator earns, and its limits. */
export const moneySettings = {
  CURRENCY: Type.String({
    description:
      'The one currency of wallets, prices and payouts (ISO 4217). Do not change it once money has moved',
    default: 'USD',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  }),
  COMMISSION_PERCENT: Type.Number({
    description: 'What the operator earns of every sale, in percent',
    default: 5,
    minimum: 0,
    maximum: 100,
  }),
} as const;
