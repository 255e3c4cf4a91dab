import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Choice } from '../../../web/components/fields/choice-field.ts';
import { hasStripe } from '../stripe/stripe-client.ts';
import { offersUsdc } from './usdc.ts';

/** The top-up methods of this installation. */
export const topUpChoices = (config: Config): Choice[] => [
  ...(hasStripe(config)
    ? [
        {
          value: 'stripe',
          label: t('Card'),
          hint: t('You pay with Stripe. The money is in your wallet immediately.'),
        },
      ]
    : []),
  ...(config.BANK_DETAILS === ''
    ? []
    : [
        {
          value: 'bank',
          label: t('Bank transfer'),
          hint: t('You get a reference. The operator confirms when the money arrives.'),
        },
      ]),
  ...(offersUsdc(config)
    ? [
        {
          value: 'usdc',
          label: 'USDC',
          hint: t(
            'You or your agent pay over x402, on Base or Solana. The money is in your wallet immediately.',
          ),
        },
      ]
    : []),
];
