import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** International avoirdupois pound of 453.59237 grams; CODATA 2022 for the dalton. */
// prettier-ignore
export const mass: Dimension = {
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
