import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'UUID decoder',
  summary: 'Read the version, variant and time of a UUID',
  keywords: 'guid parse inspect',
  input: { uuid: input.line('UUID', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', { max: 50 }) },
  output: {
    uuid: output.code('UUID'),
    version: output.integer('Version'),
    variant: output.text('Variant'),
    time: output.orNull(output.text('Time')),
  },
  sample: {
    uuid: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    version: 7,
    variant: 'RFC 9562',
    time: '2022-02-22T19:22:22.000Z',
  },
  run: ({ uuid }) => {
    const hex = uuid.toLowerCase().replace(/urn:uuid:|[{}\s-]/g, '');
    if (!/^[0-9a-f]{32}$/.test(hex)) throw invalid('uuid', 'Send 32 hex digits');
    const version = Number.parseInt(hex[12] ?? '', 16);
    const first = Number.parseInt(hex[16] ?? '', 16);
    const variant = first < 8 ? 'NCS' : first < 12 ? 'RFC 9562' : first < 14 ? 'Microsoft' : 'reserved';
    const sinceGregory =
      version === 1
        ? `${hex.slice(13, 16)}${hex.slice(8, 12)}${hex.slice(0, 8)}`
        : `${hex.slice(0, 12)}${hex.slice(13, 16)}`;
    const millis =
      version === 7
        ? Number.parseInt(hex.slice(0, 12), 16)
        : version === 1 || version === 6
          ? Number(BigInt(`0x${sinceGregory}`) / 10_000n) - 12_219_292_800_000
          : undefined;
    return {
      uuid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      version,
      variant,
      time: millis === undefined ? null : new Date(millis).toISOString(),
    };
  },
});
