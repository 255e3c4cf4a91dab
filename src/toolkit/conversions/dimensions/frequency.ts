import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Cycles per second. */
// prettier-ignore
export const frequency: Dimension = {
  title: 'Frequency',
  units: [
    unit('hertz', 'Hz', '1', { prefixes: 'si' }),
    unit('kilohertz', 'kHz', '1000'),
    unit('megahertz', 'MHz', '1000000'),
    unit('gigahertz', 'GHz', '1e9'),
    unit('revolutions per minute', 'rpm', '1/60', { aliases: ['RPM'] }),
    unit('beats per minute', 'bpm', '1/60'),
    unit('radians per second', 'rad/s', '0.5/3.14159265358979323846264338327950288'),
  ],
};
