import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** CSS Values and Units Level 4: absolute lengths, and rem at the usual size of 16 pixels. */
// prettier-ignore
export const typography: Dimension = {
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
