import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Units of mass divided by units of volume. */
// prettier-ignore
export const density: Dimension = {
  title: 'Density',
  units: [
    unit('kilograms per cubic meter', 'kg/m³', '1', { aliases: ['kg/m3'] }),
    unit('grams per cubic centimeter', 'g/cm³', '1000', { aliases: ['g/cm3', 'g/ml'] }),
    unit('grams per liter', 'g/L', '1', { aliases: ['g/l'] }),
    unit('pounds per cubic foot', 'lb/ft³', '0.45359237/0.028316846592', { aliases: ['lb/ft3'] }),
    unit('pounds per cubic inch', 'lb/in³', '0.45359237/0.000016387064', { aliases: ['lb/in3'] }),
    unit('pounds per gallon us', 'lb/gal', '0.45359237/0.003785411784'),
  ],
};
