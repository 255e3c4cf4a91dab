import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Mach refers to the standard atmosphere at sea level. */
// prettier-ignore
export const speed: Dimension = {
  title: 'Speed',
  units: [
    unit('meters per second', 'm/s', '1', { aliases: ['mps'] }),
    unit('kilometers per hour', 'km/h', '5/18', { aliases: ['kph', 'kmh'] }),
    unit('miles per hour', 'mph', '0.44704', { aliases: ['mi/h'] }),
    unit('feet per second', 'ft/s', '0.3048', { aliases: ['fps'] }),
    unit('knots', 'kn', '1852/3600', { aliases: ['knot', 'kt'] }),
    unit('mach', 'Ma', '340.29'),
    unit('speed of light', 'c', '299792458'),
    unit('kilometers per second', 'km/s', '1000'),
    unit('meters per minute', 'm/min', '1/60'),
    unit('inches per second', 'in/s', '0.0254', { aliases: ['ips'] }),
  ],
};
