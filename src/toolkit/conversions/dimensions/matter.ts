import { type UnitDimension, unit } from '../unit.ts';

/** International avoirdupois pound of 453.59237 grams; CODATA 2022 for the dalton. */
// prettier-ignore
export const mass: UnitDimension = {
  title: 'Mass',
  units: [
    unit('grams', 'g', '1', { prefixes: 'si', aliases: ['gram', 'gramme'] }),
    unit('kilograms', 'kg', '1000', { aliases: ['kilo', 'kilos'] }),
    unit('milligrams', 'mg', '0.001'),
    unit('micrograms', 'µg', '0.000001', { aliases: ['ug', 'mcg'] }),
    unit('tonnes', 't', '1000000', { aliases: ['metric ton', 'metric tons', 'tonne'] }),
    unit('pounds', 'lb', '453.59237', { aliases: ['lbs', 'pound'] }),
    unit('ounces', 'oz', '28.349523125', { aliases: ['ounce'] }),
    unit('stones', 'st', '6350.29318', { aliases: ['stone'] }),
    unit('short tons', 'ton', '907184.74', { aliases: ['tons', 'us ton'] }),
    unit('long tons', 'LT', '1016046.9088', { aliases: ['imperial ton'] }),
    unit('grains', 'gr', '0.06479891', { aliases: ['grain'] }),
    unit('drams', 'dr', '1.7718451953125'),
    unit('troy ounces', 'oz t', '31.1034768', { aliases: ['ozt', 'troy ounce'] }),
    unit('carats', 'ct', '0.2', { aliases: ['carat'] }),
    unit('hundredweights us', 'cwt', '45359.237'),
    unit('slugs', 'slug', '14593.902937206364829396325459317585'),
    unit('daltons', 'Da', '1.66053906892e-24', { aliases: ['amu', 'u'] }),
  ],
};

/** Units of mass divided by units of volume. */
// prettier-ignore
export const density: UnitDimension = {
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

/** Standard gravity of 9.80665 meters per second squared. */
// prettier-ignore
export const force: UnitDimension = {
  title: 'Force',
  units: [
    unit('newtons', 'N', '1', { prefixes: 'si', aliases: ['newton'] }),
    unit('kilonewtons', 'kN', '1000'),
    unit('dynes', 'dyn', '0.00001', { aliases: ['dyne'] }),
    unit('kilograms force', 'kgf', '9.80665', { aliases: ['kilopond', 'kp'] }),
    unit('pounds force', 'lbf', '4.4482216152605'),
    unit('ounces force', 'ozf', '0.27801385095378125'),
    unit('poundals', 'pdl', '0.138254954376'),
    unit('kips', 'kip', '4448.2216152605'),
  ],
};

/** Conventional millimeter of mercury. */
// prettier-ignore
export const pressure: UnitDimension = {
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

/** Products of the units of force and length. */
// prettier-ignore
export const torque: UnitDimension = {
  title: 'Torque',
  units: [
    unit('newton meters', 'N⋅m', '1', { aliases: ['Nm', 'N m'] }),
    unit('foot pounds force', 'lbf⋅ft', '1.3558179483314004', { aliases: ['lbf ft', 'lb-ft'] }),
    unit('inch pounds force', 'lbf⋅in', '0.1129848290276167', { aliases: ['lbf in', 'lb-in'] }),
    unit('kilogram force meters', 'kgf⋅m', '9.80665', { aliases: ['kgf m'] }),
    unit('newton centimeters', 'N⋅cm', '0.01', { aliases: ['Ncm'] }),
  ],
};
