import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Pi with 36 digits. */
// prettier-ignore
export const angle: Dimension = {
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
