import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Lumens per area. */
// prettier-ignore
export const illuminance: Dimension = {
  title: 'Illuminance',
  units: [
    unit('lux', 'lx', '1', { prefixes: 'si' }),
    unit('foot candles', 'fc', '1/0.09290304', { aliases: ['footcandle'] }),
    unit('phots', 'ph', '10000'),
    unit('nox', 'nx', '0.001'),
  ],
};
