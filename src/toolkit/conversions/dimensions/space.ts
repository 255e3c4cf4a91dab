import { type UnitDimension, unit } from '../unit.ts';

/** International yard and pound agreement (1959), IAU 2012 for the astronomical unit. */
// prettier-ignore
export const length: UnitDimension = {
  title: 'Length',
  units: [
    unit('meters', 'm', '1', { prefixes: 'si', aliases: ['metre', 'metres', 'meter'] }),
    unit('kilometers', 'km', '1000', { aliases: ['kilometre', 'kilometres'] }),
    unit('centimeters', 'cm', '0.01', { aliases: ['centimetre', 'centimetres'] }),
    unit('millimeters', 'mm', '0.001', { aliases: ['millimetre', 'millimetres'] }),
    unit('micrometers', 'µm', '0.000001', { aliases: ['um', 'micron', 'microns'] }),
    unit('nanometers', 'nm', '1e-9'),
    unit('decimeters', 'dm', '0.1'),
    unit('miles', 'mi', '1609.344', { aliases: ['mile'] }),
    unit('yards', 'yd', '0.9144', { aliases: ['yard'] }),
    unit('feet', 'ft', '0.3048', { aliases: ['foot', '′'] }),
    unit('inches', 'in', '0.0254', { aliases: ['inch', '″'] }),
    unit('nautical miles', 'nmi', '1852', { aliases: ['NM'] }),
    unit('fathoms', 'ftm', '1.8288'),
    unit('furlongs', 'fur', '201.168'),
    unit('chains', 'ch', '20.1168'),
    unit('rods', 'rd', '5.0292'),
    unit('hands', 'hh', '0.1016'),
    unit('mils', 'mil', '0.0000254', { aliases: ['thou'] }),
    unit('astronomical units', 'au', '149597870700', { aliases: ['AU'] }),
    unit('light years', 'ly', '9460730472580800', { aliases: ['light-year'] }),
    unit('parsecs', 'pc', '149597870700/0.0000048481368110953599358991410235795', { aliases: ['parsec'] }),
    unit('angstroms', 'Å', '1e-10', { aliases: ['angstrom'] }),
    unit('points', 'pt', '0.0254/72'),
    unit('picas', 'pica', '0.0254/6'),
    unit('leagues', 'lea', '4828.032'),
  ],
};

/** Squares of the international units of length. */
// prettier-ignore
export const area: UnitDimension = {
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

/** US customary units use the gallon of 231 cubic inches, imperial units the gallon of 4.54609 liters. */
// prettier-ignore
export const volume: UnitDimension = {
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

/** Pi with 36 digits. */
// prettier-ignore
export const angle: UnitDimension = {
  title: 'Angle',
  units: [
    unit('degrees', '°', '1', { aliases: ['deg', 'degree'] }),
    unit('radians', 'rad', '180/3.14159265358979323846264338327950288', { aliases: ['radian'] }),
    unit('milliradians', 'mrad', '0.18/3.14159265358979323846264338327950288'),
    unit('gradians', 'gon', '0.9', { aliases: ['grad', 'gradian'] }),
    unit('turns', 'tr', '360', { aliases: ['revolutions', 'turn', 'rev'] }),
    unit('arcminutes', 'arcmin', '1/60', { aliases: ['arc minutes'] }),
    unit('arcseconds', 'arcsec', '1/3600', { aliases: ['arc seconds'] }),
    unit('quadrants', 'quad', '90'),
  ],
};

/** CSS Values and Units Level 4: absolute lengths, and rem at the usual size of 16 pixels. */
// prettier-ignore
export const typography: UnitDimension = {
  title: 'Typography',
  units: [
    unit('css pixels', 'px', '1', { aliases: ['pixel', 'pixels'] }),
    unit('css points', 'pt', '4/3'),
    unit('css picas', 'pc', '16'),
    unit('css inches', 'in', '96'),
    unit('css centimeters', 'cm', '96/2.54'),
    unit('css millimeters', 'mm', '96/25.4'),
    unit('css quarters', 'Q', '96/101.6'),
    unit('rem at 16 px', 'rem', '16', { aliases: ['em'] }),
  ],
};
