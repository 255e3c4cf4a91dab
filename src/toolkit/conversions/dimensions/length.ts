import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** International yard and pound agreement (1959), IAU 2012 for the astronomical unit. */
// prettier-ignore
export const length: Dimension = {
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
