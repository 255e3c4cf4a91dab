import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Standard gravity as in ISO 80000-3. */
// prettier-ignore
export const acceleration: Dimension = {
  title: 'Acceleration',
  units: [
    unit('meters per second squared', 'm/s²', '1', { aliases: ['m/s2'] }),
    unit('standard gravity', 'g₀', '9.80665', { aliases: ['g0', 'gee', 'gforce'] }),
    unit('feet per second squared', 'ft/s²', '0.3048', { aliases: ['ft/s2'] }),
    unit('gals', 'Gal', '0.01'),
  ],
};
