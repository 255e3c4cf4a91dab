import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Products of the units of force and length. */
// prettier-ignore
export const torque: Dimension = {
  title: 'Torque',
  units: [
    unit('newton meters', 'N⋅m', '1', { aliases: ['Nm', 'N m'] }),
    unit('foot pounds force', 'lbf⋅ft', '1.3558179483314004', { aliases: ['lbf ft', 'lb-ft'] }),
    unit('inch pounds force', 'lbf⋅in', '0.1129848290276167', { aliases: ['lbf in', 'lb-in'] }),
    unit('kilogram force meters', 'kgf⋅m', '9.80665', { aliases: ['kgf m'] }),
    unit('newton centimeters', 'N⋅cm', '0.01', { aliases: ['Ncm'] }),
  ],
};
