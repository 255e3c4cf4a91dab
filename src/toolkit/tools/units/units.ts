import { UnitConversion, ConvertInput, convertExample } from '../../conversions/records.ts';
import { convert } from '../../conversions/convert.ts';
import { tool } from '../../tool.ts';
import { dimensionTool, bothWays, pairTools } from '../../conversions/pair-tools.ts';
import { unitDimensions } from '../../conversions/dimensions.ts';

const common = [
  ['celsius', 'fahrenheit'], ['celsius', 'kelvin'], ['fahrenheit', 'kelvin'],
  ['kilometers', 'miles'], ['meters', 'feet'], ['centimeters', 'inches'], ['millimeters', 'inches'], ['meters', 'yards'],
  ['feet', 'inches'], ['miles', 'feet'], ['nautical miles', 'kilometers'], ['light years', 'kilometers'],
  ['kilograms', 'pounds'], ['grams', 'ounces'], ['stones', 'kilograms'], ['stones', 'pounds'], ['tonnes', 'pounds'],
  ['grams', 'grains'], ['troy ounces', 'grams'],
  ['liters', 'gallons us'], ['liters', 'gallons imperial'], ['milliliters', 'fluid ounces us'],
  ['milliliters', 'cups us'], ['milliliters', 'tablespoons us'], ['milliliters', 'teaspoons us'],
  ['liters', 'pints imperial'], ['cubic meters', 'cubic feet'], ['liters', 'cubic meters'],
  ['square meters', 'square feet'], ['hectares', 'acres'], ['square kilometers', 'square miles'], ['acres', 'square meters'],
  ['kilometers per hour', 'miles per hour'], ['meters per second', 'kilometers per hour'], ['knots', 'kilometers per hour'],
  ['bar', 'psi'], ['pascals', 'atmospheres'], ['millibars', 'inches of mercury'], ['kilopascals', 'psi'],
  ['kilocalories', 'kilojoules'], ['kilowatt hours', 'joules'], ['btu', 'kilowatt hours'],
  ['kilowatts', 'horsepower'], ['kilowatts', 'metric horsepower'], ['newtons', 'pounds force'],
  ['newton meters', 'foot pounds force'], ['degrees', 'radians'], ['revolutions per minute', 'hertz'],
  ['liters per 100 kilometers', 'miles per gallon us'], ['css pixels', 'css points'], ['css pixels', 'rem at 16 px'],
] as const; // prettier-ignore

export default [
  tool({
    slug: 'convert',
    title: 'Unit and color converter',
    summary: 'Convert between any two units, data sizes, times and color formats',
    keywords: 'convert units length mass temperature currency',
    about:
      'Units are found by name, symbol or SI prefix, such as microgram, GiB or nautical-miles. Results are exact where the definition of the unit is exact, and have 15 significant digits otherwise.',
    input: ConvertInput.properties,
    output: UnitConversion.properties,
    sample: convertExample.output,
    run: (input) => convert(input),
  }),
  /** A converter for each dimension, except those with their own categories. */
  ...Object.keys(unitDimensions)
    .filter((dimension) => dimension !== 'data' && dimension !== 'duration')
    .map(dimensionTool),
  /** Common conversions, in both directions. */
  ...pairTools(bothWays(common)),
];
