import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Equivalent dose. */
// prettier-ignore
export const radiationDose: Dimension = {
  title: 'Radiation dose',
  units: [
    unit('sieverts', 'Sv', '1', { prefixes: 'si', aliases: ['sievert'] }),
    unit('millisieverts', 'mSv', '0.001'),
    unit('microsieverts', 'µSv', '0.000001', { aliases: ['uSv'] }),
    unit('rem', 'rem', '0.01', { prefixes: 'si', aliases: ['rems'] }),
  ],
};
