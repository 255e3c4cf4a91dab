import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** Months and years are averages of the Gregorian calendar: 365.2425 days a year. */
// prettier-ignore
export const duration: Dimension = {
  title: 'Time',
  units: [
    unit('seconds', 's', '1', { prefixes: 'si', aliases: ['sec', 'second'] }),
    unit('milliseconds', 'ms', '0.001', { aliases: ['msec'] }),
    unit('microseconds', 'µs', '0.000001', { aliases: ['us'] }),
    unit('nanoseconds', 'ns', '1e-9'),
    unit('minutes', 'min', '60', { aliases: ['minute'] }),
    unit('hours', 'h', '3600', { aliases: ['hr', 'hrs', 'hour'] }),
    unit('days', 'd', '86400', { aliases: ['day'] }),
    unit('weeks', 'wk', '604800', { aliases: ['week'] }),
    unit('fortnights', 'fn', '1209600'),
    unit('months', 'mo', '2629746', { aliases: ['month'] }),
    unit('years', 'yr', '31556952', { aliases: ['year', 'a'] }),
    unit('decades', 'dec', '315569520', { aliases: ['decade'] }),
    unit('centuries', 'cent', '3155695200', { aliases: ['century'] }),
    unit('millennia', 'ky', '31556952000', { aliases: ['millennium'] }),
    unit('julian years', 'aj', '31557600'),
    unit('sidereal days', 'sd', '86164.0905'),
  ],
};
