import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Volume per time. */
// prettier-ignore
export const flow: Dimension = {
  title: 'Flow rate',
  units: [
    unit('liters per second', 'L/s', '1', { aliases: ['l/s'] }),
    unit('liters per minute', 'L/min', '1/60', { aliases: ['l/min', 'lpm'] }),
    unit('liters per hour', 'L/h', '1/3600', { aliases: ['l/h'] }),
    unit('cubic meters per hour', 'm³/h', '1/3.6', { aliases: ['m3/h'] }),
    unit('cubic meters per second', 'm³/s', '1000', { aliases: ['m3/s'] }),
    unit('gallons us per minute', 'gpm', '3.785411784/60'),
    unit('cubic feet per minute', 'ft³/min', '28.316846592/60', { aliases: ['cfm'] }),
  ],
};
