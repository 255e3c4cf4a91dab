import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Standard gravity of 9.80665 meters per second squared. */
// prettier-ignore
export const force: Dimension = {
  title: 'Force',
  units: [
    unit('newtons', 'N', '1', { prefixes: 'si', aliases: ['newton'] }),
    unit('kilonewtons', 'kN', '1000'),
    unit('dynes', 'dyn', '0.00001', { aliases: ['dyne'] }),
    unit('kilograms force', 'kgf', '9.80665', { aliases: ['kilopond', 'kp'] }),
    unit('pounds force', 'lbf', '4.4482216152605'),
    unit('ounces force', 'ozf', '0.27801385095378125'),
    unit('poundals', 'pdl', '0.138254954376'),
    unit('kips', 'kip', '4448.2216152605'),
  ],
};
