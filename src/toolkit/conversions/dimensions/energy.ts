import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Thermochemical calorie, International Table BTU. */
// prettier-ignore
export const energy: Dimension = {
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
