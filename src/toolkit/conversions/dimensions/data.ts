import { type UnitDimension, unit } from '../unit.ts';

/** SI decimal prefixes and IEC 80000-13 binary prefixes. */
// prettier-ignore
export const data: UnitDimension = {
  title: 'Data size',
  units: [
    unit('bits', 'bit', '1', { prefixes: 'binary', aliases: ['b'] }),
    unit('nibbles', 'nibble', '4', { aliases: ['nybbles'] }),
    unit('bytes', 'B', '8', { prefixes: 'binary', aliases: ['octets'] }),
    unit('kilobits', 'kbit', '1000', { aliases: ['kb'] }),
    unit('megabits', 'Mbit', '1000000', { aliases: ['Mb'] }),
    unit('gigabits', 'Gbit', '1000000000', { aliases: ['Gb'] }),
    unit('terabits', 'Tbit', '1000000000000', { aliases: ['Tb'] }),
    unit('petabits', 'Pbit', '1000000000000000', { aliases: ['Pb'] }),
    unit('exabits', 'Ebit', '1000000000000000000', { aliases: ['Eb'] }),
    unit('kilobytes', 'kB', '8000', { aliases: ['KB'] }),
    unit('megabytes', 'MB', '8000000'),
    unit('gigabytes', 'GB', '8000000000'),
    unit('terabytes', 'TB', '8000000000000'),
    unit('petabytes', 'PB', '8000000000000000'),
    unit('exabytes', 'EB', '8000000000000000000'),
    unit('kibibits', 'Kibit', '1024'),
    unit('mebibits', 'Mibit', '1048576'),
    unit('gibibits', 'Gibit', '1073741824'),
    unit('tebibits', 'Tibit', '1099511627776'),
    unit('pebibits', 'Pibit', '1125899906842624'),
    unit('exbibits', 'Eibit', '1152921504606846976'),
    unit('kibibytes', 'KiB', '8192'),
    unit('mebibytes', 'MiB', '8388608'),
    unit('gibibytes', 'GiB', '8589934592'),
    unit('tebibytes', 'TiB', '8796093022208'),
    unit('pebibytes', 'PiB', '9007199254740992'),
    unit('exbibytes', 'EiB', '9223372036854775808'),
  ],
};

/** SI decimal prefixes and IEC 80000-13 binary prefixes. */
// prettier-ignore
export const dataRate: UnitDimension = {
  title: 'Data rate',
  units: [
    unit('bits per second', 'bit/s', '1', { prefixes: 'binary', aliases: ['bps', 'b/s'] }),
    unit('kilobits per second', 'kbit/s', '1000', { aliases: ['kbps'] }),
    unit('megabits per second', 'Mbit/s', '1000000', { aliases: ['Mbps'] }),
    unit('gigabits per second', 'Gbit/s', '1e9', { aliases: ['Gbps'] }),
    unit('bytes per second', 'B/s', '8', { prefixes: 'binary' }),
    unit('kilobytes per second', 'kB/s', '8000'),
    unit('megabytes per second', 'MB/s', '8000000'),
    unit('gigabytes per second', 'GB/s', '8e9'),
    unit('mebibytes per second', 'MiB/s', '8388608'),
  ],
};
