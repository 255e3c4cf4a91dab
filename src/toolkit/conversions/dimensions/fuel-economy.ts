import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Liters per 100 kilometers is the inverse of distance per volume. */
// prettier-ignore
export const fuelEconomy: Dimension = {
  title: 'Fuel economy',
  units: [
    unit('kilometers per liter', 'km/L', '1', { aliases: ['km/l', 'kmpl'] }),
    unit('liters per 100 kilometers', 'L/100km', '100', { inverse: true, aliases: ['l/100km'] }),
    unit('miles per gallon us', 'mpg', '1.609344/3.785411784', { aliases: ['mpg us'] }),
    unit('miles per gallon imperial', 'mpg imp', '1.609344/4.54609', { aliases: ['mpg uk'] }),
    unit('miles per liter', 'mi/L', '1.609344'),
  ],
};
