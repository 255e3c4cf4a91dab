import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Relative to kelvin: the offset is added before the multiplication. */
// prettier-ignore
export const temperature: Dimension = {
  title: 'Temperature',
  units: [
    unit('kelvin', 'K', '1', { prefixes: 'si', aliases: ['kelvins'] }),
    unit('celsius', '°C', '1', { offset: '273.15', aliases: ['C', 'degC', 'centigrade'] }),
    unit('fahrenheit', '°F', '5/9', { offset: '459.67', aliases: ['F', 'degF'] }),
    unit('rankine', '°R', '5/9', { aliases: ['R', 'degR'] }),
    unit('reaumur', '°Ré', '1.25', { offset: '218.52', aliases: ['Re'] }),
  ],
};
