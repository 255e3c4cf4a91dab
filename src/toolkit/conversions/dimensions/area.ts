import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Squares of the international units of length. */
// prettier-ignore
export const area: Dimension = {
  title: 'Area',
  units: [
    unit('square meters', 'm²', '1', { aliases: ['m2', 'sqm', 'square metre'] }),
    unit('square kilometers', 'km²', '1000000', { aliases: ['km2'] }),
    unit('square centimeters', 'cm²', '0.0001', { aliases: ['cm2'] }),
    unit('square millimeters', 'mm²', '0.000001', { aliases: ['mm2'] }),
    unit('hectares', 'ha', '10000', { aliases: ['hectare'] }),
    unit('ares', 'a', '100'),
    unit('acres', 'ac', '4046.8564224', { aliases: ['acre'] }),
    unit('square miles', 'mi²', '2589988.110336', { aliases: ['mi2', 'sqmi'] }),
    unit('square yards', 'yd²', '0.83612736', { aliases: ['yd2', 'sqyd'] }),
    unit('square feet', 'ft²', '0.09290304', { aliases: ['ft2', 'sqft', 'square foot'] }),
    unit('square inches', 'in²', '0.00064516', { aliases: ['in2', 'sqin'] }),
    unit('barns', 'b', '1e-28'),
  ],
};
