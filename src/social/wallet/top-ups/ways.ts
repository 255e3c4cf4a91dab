import type { Config } from '../../../platform/settings/config.ts';
import type { Choice } from '../../../web/components/fields/choice-field.ts';

/** The ways to top up that this installation offers. */
export const waysToTopUp = (config: Config): Choice[] => [
  ...(config.BANK_DETAILS === ''
    ? []
    : [
        {
          value: 'bank',
          label: 'Bank transfer',
          hint: 'You get a reference. The operator confirms once the money is there.',
        },
      ]),
];
