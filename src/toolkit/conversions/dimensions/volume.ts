import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** US customary units use the gallon of 231 cubic inches, imperial units the gallon of 4.54609 liters. */
// prettier-ignore
export const volume: Dimension = {
  title: 'Volume',
  units: [
    unit('liters', 'L', '1', { prefixes: 'si', aliases: ['l', 'litre', 'litres'] }),
    unit('milliliters', 'mL', '0.001', { aliases: ['ml', 'cc'] }),
    unit('centiliters', 'cL', '0.01'),
    unit('deciliters', 'dL', '0.1'),
    unit('cubic meters', 'm³', '1000', { aliases: ['m3'] }),
    unit('cubic centimeters', 'cm³', '0.001', { aliases: ['cm3'] }),
    unit('cubic millimeters', 'mm³', '0.000001', { aliases: ['mm3'] }),
    unit('cubic feet', 'ft³', '28.316846592', { aliases: ['ft3'] }),
    unit('cubic inches', 'in³', '0.016387064', { aliases: ['in3'] }),
    unit('cubic yards', 'yd³', '764.554857984', { aliases: ['yd3'] }),
    unit('gallons us', 'gal', '3.785411784', { aliases: ['gallons', 'gallon', 'us gallon', 'gallon us'] }),
    unit('quarts us', 'qt', '0.946352946', { aliases: ['quart', 'quarts'] }),
    unit('pints us', 'pt', '0.473176473', { aliases: ['pint', 'pints'] }),
    unit('cups us', 'cup', '0.2365882365', { aliases: ['cups'] }),
    unit('fluid ounces us', 'fl oz', '0.0295735295625', { aliases: ['floz', 'fluid ounce'] }),
    unit('tablespoons us', 'tbsp', '0.01478676478125', { aliases: ['tablespoon'] }),
    unit('teaspoons us', 'tsp', '0.00492892159375', { aliases: ['teaspoon'] }),
    unit('gallons imperial', 'imp gal', '4.54609', { aliases: ['gallon imperial', 'imperial gallon', 'gallons uk'] }),
    unit('quarts imperial', 'imp qt', '1.1365225'),
    unit('pints imperial', 'imp pt', '0.56826125', { aliases: ['pints uk'] }),
    unit('fluid ounces imperial', 'imp fl oz', '0.0284130625'),
    unit('barrels', 'bbl', '158.987294928', { aliases: ['barrel'] }),
    unit('bushels us', 'bu', '35.23907016688'),
  ],
};
