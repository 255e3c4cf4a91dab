import { unit } from '../unit.ts';
import type { Dimension } from '../unit.ts';

/** SI decimal prefixes and IEC 80000-13 binary prefixes. */
// prettier-ignore
export const dataRate: Dimension = {
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
