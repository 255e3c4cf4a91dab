import { type UnitDimension, unit } from '../unit.ts';

/** Months and years are averages of the Gregorian calendar: 365.2425 days a year. */
// prettier-ignore
export const duration: UnitDimension = {
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

/** Cycles per second. */
// prettier-ignore
export const frequency: UnitDimension = {
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

/** Mach refers to the standard atmosphere at sea level. */
// prettier-ignore
export const speed: UnitDimension = {
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

/** Standard gravity as in ISO 80000-3. */
// prettier-ignore
export const acceleration: UnitDimension = {
  title: 'Acceleration',
  units: [
    unit('meters per second squared', 'm/s²', '1', { aliases: ['m/s2'] }),
    unit('standard gravity', 'g₀', '9.80665', { aliases: ['g0', 'gee', 'gforce'] }),
    unit('feet per second squared', 'ft/s²', '0.3048', { aliases: ['ft/s2'] }),
    unit('gals', 'Gal', '0.01'),
  ],
};

/** Volume per time. */
// prettier-ignore
export const flow: UnitDimension = {
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

/** Liters per 100 kilometers is the inverse of distance per volume. */
// prettier-ignore
export const fuelEconomy: UnitDimension = {
  title: 'Fuel economy',
  units: [
    unit('kilometers per liter', 'km/L', '1', { aliases: ['km/l', 'kmpl'] }),
    unit('liters per 100 kilometers', 'L/100km', '100', { inverse: true, aliases: ['l/100km'] }),
    unit('miles per gallon us', 'mpg', '1.609344/3.785411784', { aliases: ['mpg us'] }),
    unit('miles per gallon imperial', 'mpg imp', '1.609344/4.54609', { aliases: ['mpg uk'] }),
    unit('miles per liter', 'mi/L', '1.609344'),
  ],
};
