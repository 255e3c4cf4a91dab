import { type UnitDimension, unit } from '../unit.ts';

/** Thermochemical calorie, International Table BTU. */
// prettier-ignore
export const energy: UnitDimension = {
  title: 'Energy',
  units: [
    unit('joules', 'J', '1', { prefixes: 'si', aliases: ['joule'] }),
    unit('kilojoules', 'kJ', '1000'),
    unit('calories', 'cal', '4.184', { prefixes: 'si', aliases: ['calorie'] }),
    unit('kilocalories', 'kcal', '4184', { aliases: ['Cal', 'food calories'] }),
    unit('watt hours', 'Wh', '3600', { prefixes: 'si' }),
    unit('kilowatt hours', 'kWh', '3600000'),
    unit('electronvolts', 'eV', '1.602176634e-19', { prefixes: 'si' }),
    unit('btu', 'BTU', '1055.05585262', { aliases: ['british thermal units'] }),
    unit('therms', 'thm', '105505585.262'),
    unit('foot pounds', 'ft⋅lbf', '1.3558179483314004', { aliases: ['ft-lb', 'ftlb'] }),
    unit('ergs', 'erg', '1e-7'),
    unit('tons of tnt', 'tTNT', '4184000000'),
  ],
};

/** Mechanical horsepower of 550 foot pounds per second. */
// prettier-ignore
export const power: UnitDimension = {
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

/** Relative to kelvin: the offset is added before the multiplication. */
// prettier-ignore
export const temperature: UnitDimension = {
  title: 'Temperature',
  units: [
    unit('kelvin', 'K', '1', { prefixes: 'si', aliases: ['kelvins'] }),
    unit('celsius', '°C', '1', { offset: '273.15', aliases: ['C', 'degC', 'centigrade'] }),
    unit('fahrenheit', '°F', '5/9', { offset: '459.67', aliases: ['F', 'degF'] }),
    unit('rankine', '°R', '5/9', { aliases: ['R', 'degR'] }),
    unit('reaumur', '°Ré', '1.25', { offset: '218.52', aliases: ['Re'] }),
  ],
};

/** Based on the elementary charge in the SI of 2019. */
// prettier-ignore
export const electricCharge: UnitDimension = {
  title: 'Electric charge',
  units: [
    unit('coulombs', 'C', '1', { prefixes: 'si', aliases: ['coulomb'] }),
    unit('ampere hours', 'Ah', '3600', { prefixes: 'si' }),
    unit('milliampere hours', 'mAh', '3.6'),
    unit('elementary charges', 'e', '1.602176634e-19'),
    unit('faradays', 'F', '96485.33212331001'),
  ],
};

/** Lumens per area. */
// prettier-ignore
export const illuminance: UnitDimension = {
  title: 'Illuminance',
  units: [
    unit('lux', 'lx', '1', { prefixes: 'si' }),
    unit('foot candles', 'fc', '1/0.09290304', { aliases: ['footcandle'] }),
    unit('phots', 'ph', '10000'),
    unit('nox', 'nx', '0.001'),
  ],
};

/** Equivalent dose. */
// prettier-ignore
export const radiationDose: UnitDimension = {
  title: 'Radiation dose',
  units: [
    unit('sieverts', 'Sv', '1', { prefixes: 'si', aliases: ['sievert'] }),
    unit('millisieverts', 'mSv', '0.001'),
    unit('microsieverts', 'µSv', '0.000001', { aliases: ['uSv'] }),
    unit('rem', 'rem', '0.01', { prefixes: 'si', aliases: ['rems'] }),
  ],
};

/** Decays per second. */
// prettier-ignore
export const radioactivity: UnitDimension = {
  title: 'Radioactivity',
  units: [
    unit('becquerels', 'Bq', '1', { prefixes: 'si', aliases: ['becquerel'] }),
    unit('curies', 'Ci', '37000000000', { prefixes: 'si', aliases: ['curie'] }),
    unit('rutherfords', 'Rd', '1000000'),
  ],
};
