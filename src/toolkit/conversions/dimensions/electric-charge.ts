import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Based on the elementary charge in the SI of 2019. */
// prettier-ignore
export const electricCharge: Dimension = {
  title: 'Electric charge',
  units: [
    unit('coulombs', 'C', '1', { prefixes: 'si', aliases: ['coulomb'] }),
    unit('ampere hours', 'Ah', '3600', { prefixes: 'si' }),
    unit('milliampere hours', 'mAh', '3.6'),
    unit('elementary charges', 'e', '1.602176634e-19'),
    unit('faradays', 'F', '96485.33212331001'),
  ],
};
