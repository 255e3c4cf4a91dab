import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Conventional millimeter of mercury. */
// prettier-ignore
export const pressure: Dimension = {
  title: 'Pressure',
  units: [
    unit('pascals', 'Pa', '1', { prefixes: 'si', aliases: ['pascal'] }),
    unit('kilopascals', 'kPa', '1000'),
    unit('bar', 'bar', '100000', { prefixes: 'si', aliases: ['bars'] }),
    unit('millibars', 'mbar', '100'),
    unit('atmospheres', 'atm', '101325', { aliases: ['atmosphere'] }),
    unit('psi', 'psi', '4.4482216152605/0.00064516', { aliases: ['pounds per square inch', 'lbf/in2'] }),
    unit('torr', 'Torr', '101325/760', { aliases: ['torrs'] }),
    unit('millimeters of mercury', 'mmHg', '133.322387415'),
    unit('inches of mercury', 'inHg', '3386.388640341'),
    unit('technical atmospheres', 'at', '98066.5'),
    unit('ksi', 'ksi', '4448.2216152605/0.00064516'),
  ],
};
