import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Mechanical horsepower of 550 foot pounds per second. */
// prettier-ignore
export const power: Dimension = {
  title: 'Power',
  units: [
    unit('watts', 'W', '1', { prefixes: 'si', aliases: ['watt'] }),
    unit('kilowatts', 'kW', '1000'),
    unit('megawatts', 'MW', '1000000'),
    unit('horsepower', 'hp', '745.69987158227022', { aliases: ['bhp'] }),
    unit('metric horsepower', 'PS', '735.49875', { aliases: ['cv'] }),
    unit('btu per hour', 'BTU/h', '1055.05585262/3600'),
    unit('kilocalories per hour', 'kcal/h', '4184/3600'),
    unit('foot pounds per second', 'ft⋅lbf/s', '1.3558179483314004'),
    unit('tons of refrigeration', 'TR', '12660.67023144/3.6'),
  ],
};
