import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Decays per second. */
// prettier-ignore
export const radioactivity: Dimension = {
  title: 'Radioactivity',
  units: [
    unit('becquerels', 'Bq', '1', { prefixes: 'si', aliases: ['becquerel'] }),
    unit('curies', 'Ci', '37000000000', { prefixes: 'si', aliases: ['curie'] }),
    unit('rutherfords', 'Rd', '1000000'),
  ],
};
